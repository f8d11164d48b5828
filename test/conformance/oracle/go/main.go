// Command oracle runs client-go's dynamic shared informer for one resource and prints what its handler is told, one JSON
// object a line:
//
//	{"type":"add","key":"ns/name","resourceVersion":"12","uid":"…","initial":true}
//	{"type":"update","key":"ns/name","resourceVersion":"15","uid":"…","oldResourceVersion":"12","oldUid":"…"}
//	{"type":"delete","key":"ns/name","resourceVersion":"17","uid":"…","finalStateUnknown":true}
//	{"type":"synced"}
//
// It ends when its standard input does.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

type record struct {
	Type               string `json:"type"`
	Key                string `json:"key,omitempty"`
	ResourceVersion    string `json:"resourceVersion,omitempty"`
	UID                string `json:"uid,omitempty"`
	OldResourceVersion string `json:"oldResourceVersion,omitempty"`
	OldUID             string `json:"oldUid,omitempty"`
	Initial            bool   `json:"initial,omitempty"`
	FinalStateUnknown  bool   `json:"finalStateUnknown,omitempty"`
}

// printer writes whole lines, whoever calls.
type printer struct {
	mutex   sync.Mutex
	encoder *json.Encoder
}

func (p *printer) print(r record) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if err := p.encoder.Encode(r); err != nil {
		os.Exit(3)
	}
}

func describe(kind string, object interface{}) record {
	result := record{Type: kind}
	if tombstone, ok := object.(cache.DeletedFinalStateUnknown); ok {
		result.Key = tombstone.Key
		result.FinalStateUnknown = true
		object = tombstone.Obj
	}
	if state, ok := object.(*unstructured.Unstructured); ok && state != nil {
		result.Key = state.GetNamespace() + "/" + state.GetName()
		result.ResourceVersion = state.GetResourceVersion()
		result.UID = string(state.GetUID())
	}
	return result
}

func handlerOf(out *printer) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(object interface{}, initial bool) {
			added := describe("add", object)
			added.Initial = initial
			out.print(added)
		},
		UpdateFunc: func(before, after interface{}) {
			updated := describe("update", after)
			old := describe("update", before)
			updated.OldResourceVersion = old.ResourceVersion
			updated.OldUID = old.UID
			out.print(updated)
		},
		DeleteFunc: func(object interface{}) { out.print(describe("delete", object)) },
	}
}

func run() error {
	kubeconfig := flag.String("kubeconfig", "", "file to connect with")
	group := flag.String("group", "", "API group of the resource; empty for the core group")
	version := flag.String("version", "v1", "API version of the resource")
	resource := flag.String("resource", "", "plural name of the resource")
	namespace := flag.String("namespace", "", "namespace; empty for all")
	labelSelector := flag.String("label-selector", "", "label selector; empty for everything")
	flag.Parse()

	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		return err
	}
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	selection := func(options *metav1.ListOptions) { options.LabelSelector = *labelSelector }
	factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(client, 0, *namespace, selection)
	gvr := schema.GroupVersionResource{Group: *group, Version: *version, Resource: *resource}
	informer := factory.ForResource(gvr).Informer()
	out := &printer{encoder: json.NewEncoder(os.Stdout)}
	registration, err := informer.AddEventHandler(handlerOf(out))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), registration.HasSynced) {
		return fmt.Errorf("the cache did not sync")
	}
	out.print(record{Type: "synced"})
	_, err = io.Copy(io.Discard, os.Stdin)
	cancel()
	factory.Shutdown()
	return err
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
