package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// stopwatch tells wall and CPU time since it was started.
type stopwatch struct {
	startedAt time.Time
	cpuMs     float64
}

func startWatch() stopwatch {
	return stopwatch{startedAt: time.Now(), cpuMs: cpuMs()}
}

func (s stopwatch) read() (ms, usedCPUMs float64) {
	return float64(time.Since(s.startedAt).Microseconds()) / 1000, cpuMs() - s.cpuMs
}

func cpuMs() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e6
}

// memory collects garbage, gives free memory back to the system, and tells what is left: on the heap, and resident.
func memory() (held, rss float64) {
	runtime.GC()
	debug.FreeOSMemory()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc), statusBytes("VmRSS:")
}

func peakRSS() float64 {
	return statusBytes("VmHWM:")
}

func statusBytes(name string) float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for _, line := range strings.Split(string(status), "\n") {
		if rest, found := strings.CutPrefix(line, name); found {
			kilobytes, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kilobytes * 1024
		}
	}
	return 0
}

// rate tells how often a second something can be done.
func rate(times int, work func(i int)) float64 {
	for i := 0; i < min(times, 1000); i++ {
		work(i)
	}
	startedAt := time.Now()
	for i := 0; i < times; i++ {
		work(i)
	}
	return float64(times) / time.Since(startedAt).Seconds()
}
