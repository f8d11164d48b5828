package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"strconv"
	"strings"
)

// Below this size a pod is rendered without managedFields and with a short spec.
const smallestFullPod = 3000

// Number of namespaces that the pods are spread over.
var namespaces = 50

// How many pods are on a node, so that a lookup by node has as many hits whatever the size of the run.
const podsPerNode = 50

// How many pods a ReplicaSet has. Those share labels, owner and images, as in a cluster.
const replicas = 10

// field is a member of a JSON object; members are written in the order of a server's Go structs, not by name.
type field struct {
	name  string
	value any
}

type object []field

func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, f := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		name, _ := json.Marshal(f.name)
		value, err := json.Marshal(f.value)
		if err != nil {
			return nil, err
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// of makes an object of names and values in turn.
func of(parts ...any) object {
	made := object{}
	for i := 0; i < len(parts); i += 2 {
		made = append(made, field{parts[i].(string), parts[i+1]})
	}
	return made
}

// workload is what the pods of one ReplicaSet have in common.
type workload struct {
	app, namespace, tier, hash, uid, configHash string
	images                                      []string
	imageIDs                                    []string
}

const letters = "bcdfghjklmnpqrstvwxz2456789"

func word(random *rand.Rand, length int) string {
	text := make([]byte, length)
	for i := range text {
		text[i] = letters[random.Intn(len(letters))]
	}
	return string(text)
}

func hex(random *rand.Rand, length int) string {
	text := make([]byte, length)
	for i := range text {
		text[i] = "0123456789abcdef"[random.Intn(16)]
	}
	return string(text)
}

func uuid(random *rand.Rand) string {
	return hex(random, 8) + "-" + hex(random, 4) + "-4" + hex(random, 3) + "-a" + hex(random, 3) + "-" + hex(random, 12)
}

// workloadOf gives the same for the same number, so that every client gets the same bytes.
func workloadOf(g int) workload {
	random := rand.New(rand.NewSource(int64(g)*7919 + 1))
	w := workload{
		app: fmt.Sprintf("app-%d", g%100), namespace: fmt.Sprintf("ns-%03d", g%namespaces), tier: []string{"web", "db", "cache"}[g%3],
		hash: word(random, 10), uid: uuid(random), configHash: hex(random, 64),
	}
	for c := 0; c < 1+g%3; c++ {
		image := fmt.Sprintf("registry.example.com/team-%d/%s", g%13, []string{w.app, "envoy", "log-shipper"}[c])
		w.images = append(w.images, fmt.Sprintf("%s:v%d.%d.%d", image, 1+random.Intn(3), random.Intn(40), random.Intn(20)))
		w.imageIDs = append(w.imageIDs, image+"@sha256:"+hex(random, 64))
	}
	return w
}

func containerName(c int) string {
	return []string{"main", "proxy", "logs"}[c]
}

// renderPod makes a pod as kube-apiserver sends one: about a third of it is managedFields.
func renderPod(i, nodes, size int) []byte {
	g := i / replicas
	w := workloadOf(g)
	random := rand.New(rand.NewSource(int64(i)*104729 + 2))
	metadata := of(
		"name", fmt.Sprintf("%s-%s-%s", w.app, w.hash, word(random, 5)), "generateName", fmt.Sprintf("%s-%s-", w.app, w.hash),
		"namespace", w.namespace, "uid", uuid(random), "resourceVersion", strconv.Itoa(firstVersion+i),
		"generation", 1, "creationTimestamp", stamp(random),
		"labels", of("app", w.app, "app.kubernetes.io/managed-by", "Helm", "pod-template-hash", w.hash, "tier", w.tier),
		"annotations", of("example.com/config-hash", w.configHash),
		"ownerReferences", []any{of("apiVersion", "apps/v1", "kind", "ReplicaSet", "name", w.app+"-"+w.hash, "uid", w.uid, "controller", true, "blockOwnerDeletion", true)},
	)
	node := fmt.Sprintf("node-%04d", i%nodes)
	podIP := fmt.Sprintf("10.%d.%d.%d", 64+random.Intn(64), random.Intn(256), 1+random.Intn(254))
	if size < smallestFullPod {
		return pad(metadata, of("nodeName", node, "containers", []any{of("name", "main", "image", w.images[0])}),
			of("phase", "Running", "podIP", podIP, "conditions", []any{condition("Ready", random)}), size)
	}
	metadata = append(metadata, field{"managedFields", managedFields(w, podIP, random)})
	token := "kube-api-access-" + word(random, 5)
	containers, statuses := []any{}, []any{}
	for c, image := range w.images {
		containers = append(containers, container(c, image, token))
		started := stamp(random)
		statuses = append(statuses, of(
			"name", containerName(c), "state", of("running", of("startedAt", started)), "lastState", of(), "ready", true, "restartCount", random.Intn(3),
			"image", image, "imageID", w.imageIDs[c], "containerID", "containerd://"+hex(random, 64), "started", true))
	}
	spec := of(
		"volumes", []any{of("name", token, "projected", of("sources", []any{of("serviceAccountToken", of("expirationSeconds", 3607, "path", "token"))}, "defaultMode", 420))},
		"containers", containers, "restartPolicy", "Always", "terminationGracePeriodSeconds", 30, "dnsPolicy", "ClusterFirst",
		"serviceAccountName", w.app, "serviceAccount", w.app, "nodeName", node, "securityContext", of(), "schedulerName", "default-scheduler",
		"tolerations", []any{of("key", "node.kubernetes.io/not-ready", "operator", "Exists", "effect", "NoExecute", "tolerationSeconds", 300)},
		"priority", 0, "enableServiceLinks", true, "preemptionPolicy", "PreemptLowerPriority")
	status := of(
		"phase", "Running", "conditions", []any{condition("Initialized", random), condition("Ready", random), condition("ContainersReady", random), condition("PodScheduled", random)},
		"hostIP", fmt.Sprintf("10.0.%d.%d", (i%nodes)/250, (i%nodes)%250), "podIP", podIP, "podIPs", []any{of("ip", podIP)},
		"startTime", stamp(random), "containerStatuses", statuses, "qosClass", "Burstable")
	return pad(metadata, spec, status, size)
}

// container has the token of its service account at a volume of this name.
func container(c int, image, token string) object {
	return of(
		"name", containerName(c), "image", image,
		"ports", []any{of("name", "http", "containerPort", 8080+c, "protocol", "TCP")},
		"env", []any{of("name", "POD_NAME", "valueFrom", of("fieldRef", of("apiVersion", "v1", "fieldPath", "metadata.name"))), of("name", "LOG_LEVEL", "value", "info")},
		"resources", of("limits", of("cpu", "500m", "memory", "256Mi"), "requests", of("cpu", "100m", "memory", "128Mi")),
		"volumeMounts", []any{of("name", token, "readOnly", true, "mountPath", "/var/run/secrets/kubernetes.io/serviceaccount")},
		"readinessProbe", of("httpGet", of("path", "/ready", "port", "http", "scheme", "HTTP"), "timeoutSeconds", 1, "periodSeconds", 10, "successThreshold", 1, "failureThreshold", 3),
		"terminationMessagePath", "/dev/termination-log", "terminationMessagePolicy", "File", "imagePullPolicy", "IfNotPresent")
}

// pad renders a pod, and fills it up to the size with an annotation.
func pad(metadata, spec, status object, size int) []byte {
	render := func() []byte {
		rendered, err := json.Marshal(of("kind", "Pod", "apiVersion", "v1", "metadata", metadata, "spec", spec, "status", status))
		if err != nil {
			panic(err)
		}
		return rendered
	}
	rendered := render()
	if missing := size - len(rendered) - len(`,"example.com/padding":""`); missing > 0 {
		for i, f := range metadata {
			if f.name == "annotations" {
				metadata[i].value = append(f.value.(object), field{"example.com/padding", strings.Repeat("x", missing)})
			}
		}
		rendered = render()
	}
	return rendered
}

func stamp(random *rand.Rand) string {
	return fmt.Sprintf("2026-%02d-%02dT%02d:%02d:%02dZ", 1+random.Intn(12), 1+random.Intn(28), random.Intn(24), random.Intn(60), random.Intn(60))
}

func condition(kind string, random *rand.Rand) object {
	return of("type", kind, "status", "True", "lastProbeTime", nil, "lastTransitionTime", stamp(random))
}

func managedFields(w workload, podIP string, random *rand.Rand) []any {
	leaf := of()
	metadata := of("f:annotations", of(".", leaf, "f:example.com/config-hash", leaf), "f:generateName", leaf, "f:labels", of(".", leaf, "f:app", leaf, "f:app.kubernetes.io/managed-by", leaf, "f:pod-template-hash", leaf, "f:tier", leaf), "f:ownerReferences", of(".", leaf, fmt.Sprintf(`k:{"uid":"%s"}`, w.uid), leaf))
	containers := object{}
	for c := range w.images {
		containers = append(containers, field{fmt.Sprintf(`k:{"name":"%s"}`, containerName(c)), of(".", leaf, "f:env", of(".", leaf, `k:{"name":"LOG_LEVEL"}`, of(".", leaf, "f:name", leaf, "f:value", leaf), `k:{"name":"POD_NAME"}`, of(".", leaf, "f:name", leaf, "f:valueFrom", of(".", leaf, "f:fieldRef", leaf))), "f:image", leaf, "f:imagePullPolicy", leaf, "f:name", leaf, "f:ports", of(".", leaf, fmt.Sprintf(`k:{"containerPort":%d,"protocol":"TCP"}`, 8080+c), of(".", leaf, "f:containerPort", leaf, "f:name", leaf, "f:protocol", leaf)), "f:readinessProbe", of(".", leaf, "f:failureThreshold", leaf, "f:httpGet", of(".", leaf, "f:path", leaf, "f:port", leaf, "f:scheme", leaf), "f:periodSeconds", leaf, "f:successThreshold", leaf, "f:timeoutSeconds", leaf), "f:resources", of(".", leaf, "f:limits", of(".", leaf, "f:cpu", leaf, "f:memory", leaf), "f:requests", of(".", leaf, "f:cpu", leaf, "f:memory", leaf)))})
	}
	return []any{
		of("manager", "kube-controller-manager", "operation", "Update", "apiVersion", "v1", "time", stamp(random), "fieldsType", "FieldsV1", "fieldsV1", of("f:metadata", metadata, "f:spec", of("f:containers", containers, "f:dnsPolicy", leaf, "f:enableServiceLinks", leaf, "f:restartPolicy", leaf, "f:schedulerName", leaf, "f:securityContext", leaf, "f:terminationGracePeriodSeconds", leaf))),
		of("manager", "kubelet", "operation", "Update", "apiVersion", "v1", "time", stamp(random), "fieldsType", "FieldsV1", "fieldsV1", of("f:status", of("f:conditions", of(`k:{"type":"Ready"}`, of(".", leaf, "f:status", leaf, "f:type", leaf)), "f:containerStatuses", leaf, "f:hostIP", leaf, "f:phase", leaf, "f:podIP", leaf, "f:podIPs", of(".", leaf, fmt.Sprintf(`k:{"ip":"%s"}`, podIP), of(".", leaf, "f:ip", leaf)), "f:startTime", leaf)), "subresource", "status"),
	}
}
