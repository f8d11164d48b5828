// Command load-server is the other end of the informer benchmark: it serves a fixed number of pods over plain HTTP, by LIST
// (in pages or whole), by WatchList and by watch, and sends MODIFIED events when told to. Everything is rendered before the
// first request, so that what is measured is the client.
//
//	load-server -objects 50000 -bytes 4300 -port 0
//
// It prints its URL and ends when its standard input does. POST /bench/events?count=N sends N events to every open watch, and
// waits for the first one if there is none yet; POST /bench/expire makes every open watch end with 410, after which clients
// list again; GET /bench/stats tells what was served. Gets, creates and patches of one pod are all answered with the first. HTTP/1.1, and HTTP/2 with prior knowledge.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// A command to a watch: to end with 410, or any other number: to send so many events.
const expire = -1

const firstVersion = 1000000000 // All versions have ten digits, so that events can be patched in place.

type server struct {
	pods        [][]byte
	byNamespace map[int][][]byte
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
	flag.IntVar(&namespaces, "namespaces", namespaces, "the number of namespaces that the pods are spread over")
	port := flag.Int("port", 0, "0 takes a free one")
	flag.Parse()

	s := &server{byNamespace: map[int][][]byte{}, watches: map[chan int]struct{}{}, version: firstVersion + *objects}
	for i := 0; i < *objects; i++ {
		pod := renderPod(i, max(1, *objects/podsPerNode), *size)
		s.pods = append(s.pods, pod)
		namespace := i / replicas % namespaces
		s.byNamespace[namespace] = append(s.byNamespace[namespace], pod)
		s.versionAt = append(s.versionAt, bytes.Index(pod, []byte(`"resourceVersion":"`))+len(`"resourceVersion":"`))
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/api/v1/pods", s.servePods)
	mux.HandleFunc("/api/v1/namespaces/{namespace}/pods", s.servePods)
	mux.HandleFunc("/api/v1/namespaces/{namespace}/pods/{name}", s.serveObject)
	mux.HandleFunc("/bench/events", s.sendEvents)
	mux.HandleFunc("/bench/expire", s.expireWatches)
	mux.HandleFunc("/bench/stats", s.stats)
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		panic(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0) // Whoever started this is gone.
	}()
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	httpServer := &http.Server{Handler: mux, Protocols: protocols, ConnState: func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			s.connections.Add(1)
		}
	}}
	panic(httpServer.Serve(listener))
}

// serveObject answers every call about one object with the first pod, whatever was sent.
func (s *server) serveObject(w http.ResponseWriter, r *http.Request) {
	s.requests.Add(1)
	_, _ = io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "application/json")
	if r.Method == http.MethodPost {
		w.WriteHeader(http.StatusCreated)
	}
	_, _ = w.Write(s.pods[0])
}

func (s *server) servePods(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		s.serveObject(w, r)
		return
	}
	s.requests.Add(1)
	query := r.URL.Query()
	w.Header().Set("Content-Type", "application/json")
	if query.Get("watch") == "true" || query.Get("watch") == "1" {
		s.serveWatch(w, r)
		return
	}
	pods := s.podsOf(r)
	from, to := 0, len(pods)
	if token := query.Get("continue"); token != "" {
		from, _ = strconv.Atoi(token)
	}
	if limit, _ := strconv.Atoi(query.Get("limit")); limit > 0 && query.Get("resourceVersion") != "0" && from+limit < to {
		to = from + limit
	}
	next := ""
	if to < len(pods) {
		next = fmt.Sprintf(`,"continue":"%d","remainingItemCount":%d`, to, len(pods)-to)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(out, `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"%d"%s},"items":[`, s.currentVersion(), next)
	for i := from; i < to; i++ {
		if i > from {
			out.WriteByte(',')
		}
		out.Write(pods[i])
		s.bytesSent.Add(int64(len(pods[i])))
	}
	out.WriteString("]}\n")
	out.Flush()
}

// podsOf returns all pods, or those of the namespace in the path. The ten pods of a ReplicaSet share a namespace.
func (s *server) podsOf(r *http.Request) [][]byte {
	var namespace int
	if _, err := fmt.Sscanf(r.PathValue("namespace"), "ns-%d", &namespace); err != nil {
		return s.pods
	}
	return s.byNamespace[namespace]
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
		for _, pod := range s.podsOf(r) {
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
			if count == expire {
				out.WriteString(`{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"too old resource version","reason":"Expired","code":410}}` + "\n")
				out.Flush()
				return
			}
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
	for tries := 0; tries < 10_000 && s.openWatches() == 0; tries++ {
		time.Sleep(time.Millisecond)
	}
	fmt.Fprintf(w, "%d watches\n", s.command(count))
}

// expireWatches also moves to a new version, by which a client knows that it has listed again.
func (s *server) expireWatches(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	s.version++
	version := s.version
	s.mu.Unlock()
	s.command(expire)
	fmt.Fprintf(w, "%d\n", version)
}

func (s *server) openWatches() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.watches)
}

func (s *server) command(command int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for watch := range s.watches {
		watch <- command
	}
	return len(s.watches)
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
