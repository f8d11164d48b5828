// Command client-go is the Go peer of the benchmarks: client-go's informers and its workqueue, measured as ours are.
//
//	client-go informer <url> <objects> <events> typed|dynamic
//	client-go workqueue <items> <keys>
//	client-go calls <url> <calls> <at once>
//
// With BENCH_KUBECONFIG set, the informer goes to that cluster, and the URL only names it. Each run prints its figures as
// one line of JSON, under the names that bench/clients/measure.ts has.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
)

func main() {
	arguments := append(os.Args[1:], make([]string, 5)...)
	var figures map[string]any
	switch arguments[0] {
	case "informer":
		figures = measureInformer(informerRun{
			url:     arguments[1],
			objects: number(arguments[2]),
			events:  number(arguments[3]),
			variant: arguments[4],
		})
	case "workqueue":
		figures = measureWorkqueue(number(arguments[1]), number(arguments[2]))
	case "calls":
		figures = measureCalls(arguments[1], number(arguments[2]), number(arguments[3]))
	default:
		fmt.Fprintln(os.Stderr, "usage: client-go informer <url> <objects> <events> typed|dynamic | workqueue <items> <keys> | calls <url> <calls> <at once>")
		os.Exit(2)
	}
	if err := json.NewEncoder(os.Stdout).Encode(figures); err != nil {
		panic(err)
	}
}

func number(text string) int {
	value, err := strconv.Atoi(text)
	if err != nil {
		panic(fmt.Sprintf("not a number: %q", text))
	}
	return value
}
