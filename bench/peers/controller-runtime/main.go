// Command controller-runtime is the Go peer of the benchmarks of controllers, measured as ours are.
//
//	controller-runtime loop <keys> <workers>              a controller whose source adds so many keys
//	controller-runtime manager <url> <objects> <workers>  a manager with a controller of the pods of the load server
//
// Each run prints its figures as one line of JSON, under the names that bench/clients/controller.ts has.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"net/http"
)

// progress measures from the first reconcile to the last.
type progress struct {
	wanted    int64
	done      atomic.Int64
	startedAt time.Time
	startCPU  float64
	finished  chan struct{}
}

func newProgress(wanted int) *progress {
	return &progress{wanted: int64(wanted), finished: make(chan struct{})}
}

func (p *progress) start() {
	p.startedAt, p.startCPU = time.Now(), cpuMs()
}

func (p *progress) one() {
	if p.done.Add(1) == p.wanted {
		close(p.finished)
	}
}

func (p *progress) figures(name string) map[string]any {
	<-p.finished
	seconds := time.Since(p.startedAt).Seconds()
	return map[string]any{
		"client":        name,
		"keysPerSecond": float64(p.wanted) / seconds,
		"keyCpuMicros":  (cpuMs() - p.startCPU) * 1000 / float64(p.wanted),
	}
}

func cpuMs() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e6
}

func measureLoop(keys, workers int) map[string]any {
	progress := newProgress(keys)
	loop, err := controller.NewUnmanaged("bench", controller.Options{
		MaxConcurrentReconciles: workers,
		Reconciler: reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
			progress.one()
			return reconcile.Result{}, nil
		}),
	})
	must(err)
	must(loop.Watch(source.Func(func(_ context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
		progress.start()
		for i := 0; i < keys; i++ {
			name := types.NamespacedName{Namespace: fmt.Sprintf("ns-%03d", i%50), Name: fmt.Sprintf("pod-%07d", i)}
			queue.Add(reconcile.Request{NamespacedName: name})
		}
		return nil
	})))
	go func() { must(loop.Start(context.Background())) }()
	return progress.figures("controller-runtime loop")
}

func measureManager(url string, objects, workers int) map[string]any {
	progress := newProgress(objects)
	podKind := schema.GroupVersionKind{Version: "v1", Kind: "Pod"}
	manager, err := ctrl.NewManager(
		&rest.Config{Host: url, QPS: -1, ContentConfig: rest.ContentConfig{ContentType: "application/json", AcceptContentTypes: "application/json"}},
		ctrl.Options{
			Metrics:                server.Options{BindAddress: "0"},
			HealthProbeBindAddress: "0",
			MapperProvider: func(*rest.Config, *http.Client) (meta.RESTMapper, error) {
				mapper := meta.NewDefaultRESTMapper(nil)
				mapper.Add(podKind, meta.RESTScopeNamespace)
				return mapper, nil
			},
		})
	must(err)
	reader := manager.GetClient()
	var first atomic.Bool
	must(ctrl.NewControllerManagedBy(manager).
		For(&corev1.Pod{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(reconcile.Func(func(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
			if first.CompareAndSwap(false, true) {
				progress.start()
			}
			var pod corev1.Pod
			if err := reader.Get(ctx, client.ObjectKey(request.NamespacedName), &pod); err != nil {
				return reconcile.Result{}, client.IgnoreNotFound(err)
			}
			progress.one()
			return reconcile.Result{}, nil
		})))
	go func() { must(manager.Start(context.Background())) }()
	return progress.figures("controller-runtime manager")
}

func main() {
	ctrl.SetLogger(logr.Discard())
	arguments := append(os.Args[1:], make([]string, 4)...)
	var figures map[string]any
	switch arguments[0] {
	case "loop":
		figures = measureLoop(number(arguments[1]), number(arguments[2]))
	case "manager":
		figures = measureManager(arguments[1], number(arguments[2]), number(arguments[3]))
	default:
		fmt.Fprintln(os.Stderr, "usage: controller-runtime loop <keys> <workers> | manager <url> <objects> <workers>")
		os.Exit(2)
	}
	must(json.NewEncoder(os.Stdout).Encode(figures))
}

func number(text string) int {
	value, err := strconv.Atoi(text)
	must(err)
	return value
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
