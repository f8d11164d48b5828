// Command etcd is the etcd server, built from its published modules at the version that this Kubernetes release uses.
// It takes the flags of the released binary.
package main

import (
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

func main() {
	etcdmain.Main(os.Args)
}
