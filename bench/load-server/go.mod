module informer-gen/bench/load-server

go 1.24
