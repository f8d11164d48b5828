package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Below this size a pod is rendered without managedFields and with a short spec.
const smallestFullPod = 3000

// How many namespaces the pods are in.
const namespaces = 50

// How many pods are on a node, so that a lookup by node has as many hits whatever the size of the run.
const podsPerNode = 50

// renderPod makes a pod as kube-apiserver sends one: about a third of it is managedFields.
func renderPod(i, nodes, size int) []byte {
	if size < smallestFullPod {
		return pad(smallPod(i, nodes), size)
	}
	name := fmt.Sprintf("pod-%07d", i)
	pod := map[string]any{
		"kind": "Pod", "apiVersion": "v1",
		"metadata": map[string]any{
			"name": name, "namespace": fmt.Sprintf("ns-%03d", i%namespaces),
			"uid":             fmt.Sprintf("00000000-0000-4000-8000-%012d", i),
			"resourceVersion": strconv.Itoa(firstVersion + i), "creationTimestamp": "2026-01-01T00:00:00Z", "generation": 1,
			"labels":          map[string]any{"app": fmt.Sprintf("app-%d", i%100), "tier": []string{"web", "db", "cache"}[i%3], "pod-template-hash": fmt.Sprintf("%08x", i/10)},
			"annotations":     map[string]any{"example.com/config-hash": strings.Repeat(fmt.Sprintf("%02x", i%256), 16)},
			"ownerReferences": []any{map[string]any{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": fmt.Sprintf("app-%d-%08x", i%100, i/10), "uid": fmt.Sprintf("11111111-0000-4000-8000-%012d", i/10), "controller": true, "blockOwnerDeletion": true}},
			"managedFields":   managedFields(),
		},
		"spec": map[string]any{
			"nodeName": fmt.Sprintf("node-%04d", i%nodes), "serviceAccountName": "default", "restartPolicy": "Always", "dnsPolicy": "ClusterFirst", "schedulerName": "default-scheduler", "priority": 0, "enableServiceLinks": true, "preemptionPolicy": "PreemptLowerPriority", "terminationGracePeriodSeconds": 30, "securityContext": map[string]any{},
			"containers": []any{map[string]any{
				"name": "main", "image": fmt.Sprintf("registry.example.com/team/app-%d:v1.%d.%d", i%100, i%7, i%31), "imagePullPolicy": "IfNotPresent", "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File",
				"ports":          []any{map[string]any{"name": "http", "containerPort": 8080, "protocol": "TCP"}},
				"env":            []any{map[string]any{"name": "POD_NAME", "valueFrom": map[string]any{"fieldRef": map[string]any{"apiVersion": "v1", "fieldPath": "metadata.name"}}}, map[string]any{"name": "LOG_LEVEL", "value": "info"}},
				"resources":      map[string]any{"limits": map[string]any{"cpu": "500m", "memory": "256Mi"}, "requests": map[string]any{"cpu": "100m", "memory": "128Mi"}},
				"readinessProbe": map[string]any{"httpGet": map[string]any{"path": "/ready", "port": "http", "scheme": "HTTP"}, "periodSeconds": 10, "timeoutSeconds": 1, "successThreshold": 1, "failureThreshold": 3},
				"volumeMounts":   []any{map[string]any{"name": "kube-api-access", "mountPath": "/var/run/secrets/kubernetes.io/serviceaccount", "readOnly": true}},
			}},
			"volumes":     []any{map[string]any{"name": "kube-api-access", "projected": map[string]any{"defaultMode": 420, "sources": []any{map[string]any{"serviceAccountToken": map[string]any{"expirationSeconds": 3607, "path": "token"}}}}}},
			"tolerations": []any{map[string]any{"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300}},
		},
		"status": map[string]any{
			"phase": "Running", "hostIP": fmt.Sprintf("10.0.%d.%d", i%4, i%250), "podIP": fmt.Sprintf("10.%d.%d.%d", 64+i/65536, (i/256)%256, i%256), "podIPs": []any{map[string]any{"ip": fmt.Sprintf("10.%d.%d.%d", 64+i/65536, (i/256)%256, i%256)}}, "qosClass": "Burstable", "startTime": "2026-01-01T00:00:01Z",
			"conditions":        []any{condition("Initialized"), condition("Ready"), condition("PodScheduled")},
			"containerStatuses": []any{map[string]any{"name": "main", "ready": true, "restartCount": 0, "started": true, "image": fmt.Sprintf("registry.example.com/team/app-%d:v1.%d.%d", i%100, i%7, i%31), "imageID": "registry.example.com/team/app@sha256:" + strings.Repeat("ab", 32), "containerID": "containerd://" + strings.Repeat(fmt.Sprintf("%02x", i%256), 32), "state": map[string]any{"running": map[string]any{"startedAt": "2026-01-01T00:00:03Z"}}, "lastState": map[string]any{}}},
		},
	}
	return pad(pod, size)
}

// smallPod has what selectors, indexes and owners need, and little more.
func smallPod(i, nodes int) map[string]any {
	return map[string]any{
		"kind": "Pod", "apiVersion": "v1",
		"metadata": map[string]any{
			"name": fmt.Sprintf("pod-%07d", i), "namespace": fmt.Sprintf("ns-%03d", i%namespaces),
			"uid":             fmt.Sprintf("00000000-0000-4000-8000-%012d", i),
			"resourceVersion": strconv.Itoa(firstVersion + i), "creationTimestamp": "2026-01-01T00:00:00Z",
			"labels":          map[string]any{"app": fmt.Sprintf("app-%d", i%100), "tier": []string{"web", "db", "cache"}[i%3]},
			"annotations":     map[string]any{"example.com/config-hash": strings.Repeat(fmt.Sprintf("%02x", i%256), 16)},
			"ownerReferences": []any{map[string]any{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": fmt.Sprintf("app-%d-%08x", i%100, i/10), "uid": fmt.Sprintf("11111111-0000-4000-8000-%012d", i/10), "controller": true}},
		},
		"spec":   map[string]any{"nodeName": fmt.Sprintf("node-%04d", i%nodes), "containers": []any{map[string]any{"name": "main", "image": fmt.Sprintf("registry.example.com/team/app-%d:v1", i%100)}}},
		"status": map[string]any{"phase": "Running", "podIP": fmt.Sprintf("10.%d.%d.%d", 64+i/65536, (i/256)%256, i%256), "conditions": []any{condition("Ready")}},
	}
}

// pad renders a pod, and fills it up to the size with an annotation.
func pad(pod map[string]any, size int) []byte {
	rendered, err := json.Marshal(pod)
	if err != nil {
		panic(err)
	}
	if missing := size - len(rendered) - len(`,"example.com/padding":""`); missing > 0 {
		annotations := pod["metadata"].(map[string]any)["annotations"].(map[string]any)
		annotations["example.com/padding"] = strings.Repeat("x", missing)
		rendered, _ = json.Marshal(pod)
	}
	return rendered
}

func condition(kind string) map[string]any {
	return map[string]any{"type": kind, "status": "True", "lastProbeTime": nil, "lastTransitionTime": "2026-01-01T00:00:03Z"}
}

func managedFields() []any {
	leaf := map[string]any{}
	metadata := map[string]any{"f:generateName": leaf, "f:labels": map[string]any{".": leaf, "f:app": leaf, "f:tier": leaf, "f:pod-template-hash": leaf}, "f:annotations": map[string]any{".": leaf, "f:example.com/config-hash": leaf}, "f:ownerReferences": map[string]any{".": leaf, `k:{"uid":"11111111-0000-4000-8000-000000000000"}`: leaf}}
	container := map[string]any{".": leaf, "f:env": map[string]any{".": leaf, `k:{"name":"POD_NAME"}`: map[string]any{".": leaf, "f:name": leaf, "f:valueFrom": map[string]any{".": leaf, "f:fieldRef": leaf}}, `k:{"name":"LOG_LEVEL"}`: map[string]any{".": leaf, "f:name": leaf, "f:value": leaf}}, "f:image": leaf, "f:imagePullPolicy": leaf, "f:name": leaf, "f:ports": map[string]any{".": leaf, `k:{"containerPort":8080,"protocol":"TCP"}`: map[string]any{".": leaf, "f:containerPort": leaf, "f:name": leaf, "f:protocol": leaf}}, "f:readinessProbe": map[string]any{".": leaf, "f:failureThreshold": leaf, "f:httpGet": map[string]any{".": leaf, "f:path": leaf, "f:port": leaf, "f:scheme": leaf}, "f:periodSeconds": leaf, "f:successThreshold": leaf, "f:timeoutSeconds": leaf}, "f:resources": map[string]any{".": leaf, "f:limits": map[string]any{".": leaf, "f:cpu": leaf, "f:memory": leaf}, "f:requests": map[string]any{".": leaf, "f:cpu": leaf, "f:memory": leaf}}}
	return []any{
		map[string]any{"manager": "kube-controller-manager", "operation": "Update", "apiVersion": "v1", "time": "2026-01-01T00:00:00Z", "fieldsType": "FieldsV1", "fieldsV1": map[string]any{"f:metadata": metadata, "f:spec": map[string]any{"f:containers": map[string]any{`k:{"name":"main"}`: container}, "f:dnsPolicy": leaf, "f:enableServiceLinks": leaf, "f:restartPolicy": leaf, "f:schedulerName": leaf, "f:securityContext": leaf, "f:terminationGracePeriodSeconds": leaf}}},
		map[string]any{"manager": "kubelet", "operation": "Update", "apiVersion": "v1", "time": "2026-01-01T00:00:03Z", "subresource": "status", "fieldsType": "FieldsV1", "fieldsV1": map[string]any{"f:status": map[string]any{"f:conditions": map[string]any{`k:{"type":"Ready"}`: map[string]any{".": leaf, "f:status": leaf, "f:type": leaf}}, "f:containerStatuses": leaf, "f:hostIP": leaf, "f:phase": leaf, "f:podIP": leaf, "f:startTime": leaf}}},
	}
}
