package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

type informerRun struct {
	url     string
	objects int
	events  int
	variant string
}

func measureInformer(run informerRun) map[string]any {
	informer := newInformer(run)
	var adds, updates atomic.Int64
	done := make(chan struct{})
	handlers := max(1, number(setting("HANDLERS", "1")))
	registrations := make([]cache.ResourceEventHandlerRegistration, handlers)
	for i := range registrations {
		registration, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
			AddFunc: func(any) { adds.Add(1) },
			UpdateFunc: func(_, _ any) {
				if updates.Add(1) == int64(run.events*handlers) {
					close(done)
				}
			},
		})
		check(err)
		registrations[i] = registration
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	heldBefore, rssBefore := memory()

	watch := startWatch()
	go informer.RunWithContext(ctx)
	for _, registration := range registrations {
		waitFor(registration)
	}
	syncMs, syncCPUMs := watch.read()
	peak := peakRSS()
	held, rss := memory()
	figures := map[string]any{
		"client":        clientName(run),
		"objects":       adds.Load() / int64(handlers),
		"syncMs":        syncMs,
		"syncCpuMs":     syncCPUMs,
		"heapPerObject": (held - heldBefore) / float64(run.objects),
		"rssPerObject":  (rss - rssBefore) / float64(run.objects),
		"peakRss":       peak,
		"steadyRss":     rss,
	}
	if run.events > 0 {
		watch = startWatch()
		sendEvents(run.url, run.events)
		<-done
		figures["eventsMs"], figures["eventsCpuMs"] = watch.read()
	}
	if setting("READS", "1") != "0" {
		measureReads(informer.GetIndexer(), run.objects, figures)
	}
	if setting("REPLAY", "0") == "1" {
		measureReplay(informer, figures)
	}
	return figures
}

// measureReplay adds a handler late: it sees everything that is cached.
func measureReplay(informer cache.SharedIndexInformer, figures map[string]any) {
	watch := startWatch()
	registration, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {}})
	check(err)
	waitFor(registration)
	figures["replayMs"], figures["replayCpuMs"] = watch.read()
}

func waitFor(registration cache.ResourceEventHandlerRegistration) {
	for !registration.HasSynced() {
		time.Sleep(time.Millisecond)
	}
}

// setting is one that only some suites use, such as BENCH_HANDLERS.
func setting(name, otherwise string) string {
	if value := os.Getenv("BENCH_" + name); value != "" {
		return value
	}
	return otherwise
}

func clientName(run informerRun) string {
	switch {
	case run.variant == "dynamic":
		return "client-go dynamic, JSON"
	case os.Getenv("BENCH_KUBECONFIG") != "":
		return "client-go typed, protobuf"
	default:
		return "client-go typed, JSON"
	}
}

func newInformer(run informerRun) cache.SharedIndexInformer {
	config := restConfig(run.url)
	if run.variant == "dynamic" {
		client, err := dynamic.NewForConfig(config)
		check(err)
		pods := schema.GroupVersionResource{Version: "v1", Resource: "pods"}
		informer := dynamicinformer.NewDynamicSharedInformerFactory(client, 0).ForResource(pods).Informer()
		check(informer.AddIndexers(cache.Indexers{"byNode": func(object any) ([]string, error) {
			name, _, err := unstructured.NestedString(object.(*unstructured.Unstructured).Object, "spec", "nodeName")
			return []string{name}, err
		}}))
		return informer
	}
	client, err := kubernetes.NewForConfig(config)
	check(err)
	informer := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer()
	check(informer.AddIndexers(cache.Indexers{"byNode": func(object any) ([]string, error) {
		return []string{object.(*corev1.Pod).Spec.NodeName}, nil
	}}))
	return informer
}

// restConfig: the load server only speaks JSON; a real one is left to client-go's defaults.
func restConfig(url string) *rest.Config {
	if path := os.Getenv("BENCH_KUBECONFIG"); path != "" {
		config, err := clientcmd.BuildConfigFromFlags("", path)
		check(err)
		return config
	}
	return &rest.Config{Host: url, ContentConfig: rest.ContentConfig{ContentType: "application/json"}}
}

func measureReads(indexer cache.Indexer, objects int, figures map[string]any) {
	selector, err := labels.Parse("tier=web,app in (app-1,app-2,app-3)")
	check(err)
	scans := rate(max(1, 1_000_000/objects), func(int) {
		found := 0
		check(cache.ListAll(indexer, selector, func(any) { found++ }))
	})
	figures["scanPerSecond"] = scans * float64(objects)
	nodes := make([]string, max(1, objects/50))
	for i := range nodes {
		nodes[i] = fmt.Sprintf("node-%04d", i)
	}
	figures["byIndexPerSecond"] = rate(200_000, func(i int) {
		found, err := indexer.ByIndex("byNode", nodes[i%len(nodes)])
		check(err)
		if len(found) == 0 {
			panic("nothing on " + nodes[i%len(nodes)])
		}
	})
	namespaces := indexer.ListIndexFuncValues(cache.NamespaceIndex)
	figures["namespaceListPerSecond"] = rate(max(1, 2_000_000/objects), func(i int) {
		found := []any{}
		check(cache.ListAllByNamespace(indexer, namespaces[i%len(namespaces)], labels.Everything(), func(object any) { found = append(found, object) }))
	})
	keys := indexer.ListKeys()
	figures["getPerSecond"] = rate(10_000_000, func(i int) {
		_, exists, err := indexer.GetByKey(keys[i%len(keys)])
		check(err)
		if !exists {
			panic(keys[i%len(keys)] + " is not there")
		}
	})
}

func sendEvents(url string, count int) {
	response, err := http.Post(fmt.Sprintf("%s/bench/events?count=%d", url, count), "", nil)
	check(err)
	check(response.Body.Close())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
