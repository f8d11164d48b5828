package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/kubernetes"
)

// How many objects are applied in turn.
const appliedObjects = 50

const image = "registry.example.com/team/app:v1.0.0"

// measureCalls makes plain calls, as bench/clients/calls.ts does: so many of each kind, so many at once.
func measureCalls(url string, calls, atOnce int) map[string]any {
	config := restConfig(url)
	config.QPS = -1
	client, err := kubernetes.NewForConfig(config)
	check(err)
	pods := client.CoreV1().Pods("default")
	ctx := context.Background()
	run := "go-" + strconv.Itoa(os.Getpid())
	labels := map[string]string{"app": "bench", "run": run}
	create := func(name string) {
		_, err := pods.Create(ctx, &corev1.Pod{
			ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels},
			Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "main", Image: image}}},
		}, metav1.CreateOptions{FieldManager: "bench"})
		check(err)
	}
	figures := map[string]any{"client": "client-go typed"}
	create(run + "-read")
	measureCall(figures, "get", calls, atOnce, func(int) {
		_, err := pods.Get(ctx, run+"-read", metav1.GetOptions{})
		check(err)
	})
	measureCall(figures, "create", calls, atOnce, func(i int) { create(fmt.Sprintf("%s-%d", run, i)) })
	measureCall(figures, "apply", calls, atOnce, func(i int) {
		intent := applycorev1.Pod(fmt.Sprintf("%s-applied-%d", run, i%appliedObjects), "default").
			WithLabels(map[string]string{"app": "bench", "run": run, "round": strconv.Itoa(i)}).
			WithSpec(applycorev1.PodSpec().WithContainers(applycorev1.Container().WithName("main").WithImage(image)))
		_, err := pods.Apply(ctx, intent, metav1.ApplyOptions{FieldManager: "bench", Force: true})
		check(err)
	})
	return figures
}

// measureCall warms up with a tenth of the calls and measures the rest.
func measureCall(figures map[string]any, verb string, calls, atOnce int, call func(i int)) {
	first := calls / 10
	all(0, first, atOnce, call)
	watch := startWatch()
	all(first, first+calls, atOnce, call)
	ms, cpu := watch.read()
	figures[verb+"PerSecond"] = float64(calls) / ms * 1000
	figures[verb+"CpuMicros"] = cpu * 1000 / float64(calls)
}

func all(from, to, atOnce int, call func(i int)) {
	var next atomic.Int64
	next.Store(int64(from))
	var workers sync.WaitGroup
	for range atOnce {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(to); i = next.Add(1) - 1 {
				call(int(i))
			}
		})
	}
	workers.Wait()
}
