//go:build ignore

package main

import (
	"encoding/json"
	"log"
	"os"
)

// Prints the verdict on each vector, in their order: go run receiver.go check.go ../vectors.json
func init() {
	file, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var vectors []struct {
		Body, Header, Secret string
		Now                  int64
	}
	if err := json.Unmarshal(file, &vectors); err != nil {
		log.Fatal(err)
	}
	verdicts := make([]bool, len(vectors))
	for i, v := range vectors {
		verdicts[i] = isGenuine([]byte(v.Body), v.Header, v.Secret, v.Now)
	}
	if err := json.NewEncoder(os.Stdout).Encode(verdicts); err != nil {
		log.Fatal(err)
	}
	os.Exit(0)
}
