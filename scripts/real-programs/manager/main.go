// A controller of controller-runtime with leader election and a finalizer, for the check that such programs work
// against the simulated API server. It copies ConfigMaps with the label copy=yes into Secrets that they own.
package main

import (
	"context"
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const finalizer = "example.com/copied"

type copier struct {
	client client.Client
	scheme *runtime.Scheme
}

func (c *copier) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var source corev1.ConfigMap
	if err := c.client.Get(ctx, request.NamespacedName, &source); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if source.Labels["copy"] != "yes" {
		return ctrl.Result{}, nil
	}
	if !source.DeletionTimestamp.IsZero() {
		if controllerutil.RemoveFinalizer(&source, finalizer) {
			return ctrl.Result{}, c.client.Update(ctx, &source)
		}
		return ctrl.Result{}, nil
	}
	if controllerutil.AddFinalizer(&source, finalizer) {
		if err := c.client.Update(ctx, &source); err != nil {
			return ctrl.Result{}, err
		}
	}
	secret := &corev1.Secret{}
	secret.Namespace, secret.Name = source.Namespace, source.Name
	_, err := controllerutil.CreateOrUpdate(ctx, c.client, secret, func() error {
		secret.StringData = source.Data
		return controllerutil.SetControllerReference(&source, secret, c.scheme)
	})
	return ctrl.Result{}, err
}

func run() error {
	log.SetLogger(zap.New())
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[1])
	if err != nil {
		return err
	}
	// Without a content type, controller-runtime speaks protobuf about built-in kinds.
	config.ContentType = os.Args[2]
	manager, err := ctrl.NewManager(config, ctrl.Options{
		LeaderElection:                true,
		LeaderElectionID:              "copier",
		LeaderElectionNamespace:       "default",
		LeaderElectionReleaseOnCancel: true,
		Metrics:                       metricsserver.Options{BindAddress: "0"},
	})
	if err != nil {
		return err
	}
	reconciler := &copier{client: manager.GetClient(), scheme: manager.GetScheme()}
	if err := ctrl.NewControllerManagedBy(manager).For(&corev1.ConfigMap{}).Owns(&corev1.Secret{}).Complete(reconciler); err != nil {
		return err
	}
	return manager.Start(ctrl.SetupSignalHandler())
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
