package main

import (
	"fmt"

	"k8s.io/client-go/util/workqueue"
)

// measureWorkqueue adds items and works them off, one after the other, and then in batches of many waiting keys.
func measureWorkqueue(items, keyCount int) map[string]any {
	keys := make([]string, keyCount)
	for i := range keys {
		keys[i] = fmt.Sprintf("ns-%03d/pod-%07d", i%50, i)
	}
	queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	defer queue.ShutDown()
	takeOne := func() {
		item, _ := queue.Get()
		queue.Forget(item)
		queue.Done(item)
	}
	oneByOne := rate(items, func(i int) {
		queue.Add(keys[i%keyCount])
		takeOne()
	})
	batches := rate(max(1, items/keyCount), func(int) {
		for _, key := range keys {
			queue.Add(key)
		}
		for range keys {
			takeOne()
		}
	})
	// Every key is added twice before it is taken: the second add finds it waiting.
	deduplicated := rate(max(1, items/keyCount), func(int) {
		for range 2 {
			for _, key := range keys {
				queue.Add(key)
			}
		}
		for range keys {
			takeOne()
		}
	})
	return map[string]any{
		"client":                "client-go workqueue",
		"oneByOnePerSecond":     oneByOne,
		"batchedPerSecond":      batches * float64(keyCount),
		"deduplicatedPerSecond": deduplicated * float64(keyCount),
	}
}
