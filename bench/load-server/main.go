// Command load-server is the other end of the informer benchmark: it serves a fixed number of pods over plain HTTP, by LIST
// (in pages or whole), by WatchList and by watch, and sends MODIFIED events when told to. Everything is rendered before the
// first request, so that what is measured is the client.
//
//	load-server -objects 50000 -bytes 4300 -port 0
//
// It prints its URL. POST /bench/events?count=N sends N events to every open watch; GET /bench/stats tells what was served.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

const firstVersion = 1000000000 // All versions have ten digits, so that events can be patched in place.

type server struct {
	pods        [][]byte
	versionAt   []int // where in each pod its resourceVersion's digits are
	mu          sync.Mutex
	version     int
	watches     map[chan int]struct{}
	bytesSent   atomic.Int64
	connections atomic.Int64
	requests    atomic.Int64
}

func main() {
	objects := flag.Int("objects", 50000, "how many pods there are")
	size := flag.Int("bytes", 4300, "how large each is, as JSON")
	port := flag.Int("port", 0, "0 takes a free one")
	flag.Parse()

	s := &server{watches: map[chan int]struct{}{}, version: firstVersion + *objects}
	for i := 0; i < *objects; i++ {
		pod := renderPod(i, *size)
		s.pods = append(s.pods, pod)
		s.versionAt = append(s.versionAt, bytes.Index(pod, []byte(`"resourceVersion":"`))+len(`"resourceVersion":"`))
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/api/v1/pods", s.servePods)
	mux.HandleFunc("/bench/events", s.sendEvents)
	mux.HandleFunc("/bench/stats", s.stats)
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		panic(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	httpServer := &http.Server{Handler: mux, ConnState: func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			s.connections.Add(1)
		}
	}}
	panic(httpServer.Serve(listener))
}

func (s *server) servePods(w http.ResponseWriter, r *http.Request) {
	s.requests.Add(1)
	query := r.URL.Query()
	w.Header().Set("Content-Type", "application/json")
	if query.Get("watch") == "true" || query.Get("watch") == "1" {
		s.serveWatch(w, r)
		return
	}
	from, to := 0, len(s.pods)
	if token := query.Get("continue"); token != "" {
		from, _ = strconv.Atoi(token)
	}
	if limit, _ := strconv.Atoi(query.Get("limit")); limit > 0 && query.Get("resourceVersion") != "0" && from+limit < to {
		to = from + limit
	}
	next := ""
	if to < len(s.pods) {
		next = fmt.Sprintf(`,"continue":"%d","remainingItemCount":%d`, to, len(s.pods)-to)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(out, `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"%d"%s},"items":[`, s.currentVersion(), next)
	for i := from; i < to; i++ {
		if i > from {
			out.WriteByte(',')
		}
		out.Write(s.pods[i])
		s.bytesSent.Add(int64(len(s.pods[i])))
	}
	out.WriteString("]}\n")
	out.Flush()
}

func (s *server) serveWatch(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	flusher := w.(http.Flusher)
	commands := make(chan int, 16)
	s.mu.Lock()
	s.watches[commands] = struct{}{}
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.watches, commands)
		s.mu.Unlock()
	}()
	out := bufio.NewWriterSize(w, 1<<16)
	version := query.Get("resourceVersion")
	if query.Get("sendInitialEvents") == "true" || version == "" || version == "0" {
		for _, pod := range s.pods {
			s.writeEvent(out, "ADDED", pod)
		}
	}
	if query.Get("sendInitialEvents") == "true" {
		fmt.Fprintf(out, `{"type":"BOOKMARK","object":{"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"%d","creationTimestamp":null,"annotations":{"k8s.io/initial-events-end":"true"}},"spec":{"containers":null},"status":{}}}`+"\n", s.currentVersion())
	}
	out.Flush()
	flusher.Flush()
	scratch := []byte{}
	for {
		select {
		case <-r.Context().Done():
			return
		case count := <-commands:
			for i := 0; i < count; i++ {
				pod := i % len(s.pods)
				scratch = append(scratch[:0], s.pods[pod]...)
				copy(scratch[s.versionAt[pod]:], strconv.Itoa(firstVersion+len(s.pods)+i+1))
				s.writeEvent(out, "MODIFIED", scratch)
			}
			out.Flush()
			flusher.Flush()
		}
	}
}

func (s *server) writeEvent(out *bufio.Writer, kind string, pod []byte) {
	out.WriteString(`{"type":"`)
	out.WriteString(kind)
	out.WriteString(`","object":`)
	out.Write(pod)
	out.WriteString("}\n")
	s.bytesSent.Add(int64(len(pod)) + 30)
}

func (s *server) currentVersion() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.version
}

func (s *server) sendEvents(w http.ResponseWriter, r *http.Request) {
	count, _ := strconv.Atoi(r.URL.Query().Get("count"))
	s.mu.Lock()
	defer s.mu.Unlock()
	for watch := range s.watches {
		watch <- count
	}
	fmt.Fprintf(w, "%d watches\n", len(s.watches))
}

func (s *server) stats(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	json.NewEncoder(w).Encode(map[string]int64{
		"bytesSent":   s.bytesSent.Load(),
		"connections": s.connections.Load(),
		"requests":    s.requests.Load(),
		"openWatches": int64(len(s.watches)),
	})
}

// renderPod makes a pod as kube-apiserver sends one: about a third of it is managedFields.
func renderPod(i, size int) []byte {
	name := fmt.Sprintf("pod-%07d", i)
	pod := map[string]any{
		"kind": "Pod", "apiVersion": "v1",
		"metadata": map[string]any{
			"name": name, "namespace": fmt.Sprintf("ns-%03d", i%50),
			"uid":             fmt.Sprintf("00000000-0000-4000-8000-%012d", i),
			"resourceVersion": strconv.Itoa(firstVersion + i), "creationTimestamp": "2026-01-01T00:00:00Z", "generation": 1,
			"labels":          map[string]any{"app": fmt.Sprintf("app-%d", i%100), "tier": []string{"web", "db", "cache"}[i%3], "pod-template-hash": fmt.Sprintf("%08x", i/10)},
			"annotations":     map[string]any{"example.com/config-hash": strings.Repeat(fmt.Sprintf("%02x", i%256), 16)},
			"ownerReferences": []any{map[string]any{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": fmt.Sprintf("app-%d-%08x", i%100, i/10), "uid": fmt.Sprintf("11111111-0000-4000-8000-%012d", i/10), "controller": true, "blockOwnerDeletion": true}},
			"managedFields":   managedFields(),
		},
		"spec": map[string]any{
			"nodeName": fmt.Sprintf("node-%04d", i%1000), "serviceAccountName": "default", "restartPolicy": "Always", "dnsPolicy": "ClusterFirst", "schedulerName": "default-scheduler", "priority": 0, "enableServiceLinks": true, "preemptionPolicy": "PreemptLowerPriority", "terminationGracePeriodSeconds": 30, "securityContext": map[string]any{},
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
