// Command replica is a controller on client-go: it takes part in an election on a Lease and, while it leads, brings every
// "done" ConfigMap into line with its "wish", as replica.ts does. It prints one line of JSON for each thing that happens,
// with times of the machine's monotonic clock, which all processes of a machine share.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

var (
	kubeconfig = flag.String("kubeconfig", "", "the cluster")
	namespace  = flag.String("namespace", "", "of everything")
	identity   = flag.String("identity", "", "of this candidate")
	leaseMs    = flag.Int("lease-ms", 15000, "")
	renewMs    = flag.Int("renew-ms", 10000, "")
	retryMs    = flag.Int("retry-ms", 2000, "")
)

var printing sync.Mutex

func printLine(line map[string]any) {
	printing.Lock()
	defer printing.Unlock()
	_ = json.NewEncoder(os.Stdout).Encode(line)
}

func nowMs() float64 {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &now); err != nil {
		panic(err)
	}
	return float64(now.Nano()) / 1e6
}

// observer prints requests that write, as they are sent and as they are answered.
type observer struct{ next http.RoundTripper }

var requests atomic.Int64

func (o observer) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Method == http.MethodGet {
		return o.next.RoundTrip(request)
	}
	id := requests.Add(1)
	printLine(map[string]any{"type": "request", "id": id, "method": request.Method, "path": request.URL.Path, "sentAt": nowMs()})
	response, err := o.next.RoundTrip(request)
	if err == nil {
		printLine(map[string]any{"type": "answer", "id": id, "status": response.StatusCode, "at": nowMs()})
	}
	return response, err
}

func newClient(timeout time.Duration) kubernetes.Interface {
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		panic(err)
	}
	config.QPS = -1
	config.Timeout = timeout
	config.Wrap(func(next http.RoundTripper) http.RoundTripper { return observer{next} })
	return kubernetes.NewForConfigOrDie(rest.CopyConfig(config))
}

// reconcile writes every "done" that is not as its wish says.
func reconcile(ctx context.Context, client kubernetes.Interface, done map[string]string) {
	configMaps := client.CoreV1().ConfigMaps(*namespace)
	wishes, err := configMaps.List(ctx, metav1.ListOptions{LabelSelector: "role=wish"})
	if err != nil {
		return
	}
	for i := range wishes.Items {
		wish := &wishes.Items[i]
		revision := wish.Data["revision"]
		if done[wish.Name] == revision {
			continue
		}
		intent := corev1.ConfigMap{
			TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
			ObjectMeta: metav1.ObjectMeta{Name: strings.Replace(wish.Name, "wish", "done", 1), Namespace: *namespace, Labels: map[string]string{"role": "done"}},
			Data:       map[string]string{"revision": revision, "by": *identity},
		}
		body, _ := json.Marshal(intent)
		force := true
		options := metav1.PatchOptions{FieldManager: "replica", Force: &force}
		if _, err := configMaps.Patch(ctx, intent.Name, types.ApplyPatchType, body, options); err == nil {
			done[wish.Name] = revision
		}
	}
}

func main() {
	flag.Parse()
	milliseconds := func(value int) time.Duration { return time.Duration(value) * time.Millisecond }
	electing := newClient(max(time.Second, milliseconds(*renewMs)/2))
	working := newClient(0)
	lock := &resourcelock.LeaseLock{
		LeaseMeta:  metav1.ObjectMeta{Name: "replica", Namespace: *namespace},
		Client:     electing.CoordinationV1(),
		LockConfig: resourcelock.ResourceLockConfig{Identity: *identity},
	}
	printLine(map[string]any{"type": "candidate"})
	leaderelection.RunOrDie(context.Background(), leaderelection.LeaderElectionConfig{
		Lock:          lock,
		LeaseDuration: milliseconds(*leaseMs),
		RenewDeadline: milliseconds(*renewMs),
		RetryPeriod:   milliseconds(*retryMs),
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				printLine(map[string]any{"type": "leading", "at": nowMs()})
				done := map[string]string{}
				for ctx.Err() == nil {
					reconcile(ctx, working, done)
					time.Sleep(20 * time.Millisecond)
				}
			},
			OnStoppedLeading: func() {
				printLine(map[string]any{"type": "ended", "at": nowMs(), "reason": "leader election lost"})
				os.Exit(1)
			},
		},
	})
}
