package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const toleranceSeconds = 300

// isGenuine tells whether these bytes were signed with the secret, within the accepted time.
func isGenuine(rawBody []byte, header, secret string, now int64) bool {
	var sentAt string
	var given []string
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			sentAt = value
		case "v1":
			given = append(given, value)
		}
	}
	seconds, err := strconv.ParseUint(sentAt, 10, 40)
	if age := now - int64(seconds); err != nil || age > toleranceSeconds || age < -toleranceSeconds {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(sentAt + "."))
	mac.Write(rawBody)
	wanted := []byte(hex.EncodeToString(mac.Sum(nil)))
	// While a secret is being replaced there are two signatures; one that fits is enough.
	for _, signature := range given {
		if hmac.Equal([]byte(signature), wanted) {
			return true
		}
	}
	return false
}

// In production a table with a unique column, which outlives a restart: keep the body there too, then answer.
var seen sync.Map

func receive(w http.ResponseWriter, r *http.Request) {
	// The bytes as they came. Parsed and written again, they would be others.
	rawBody, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	secret := os.Getenv("WEBHOOK_SECRET")
	if err != nil || !isGenuine(rawBody, r.Header.Get("X-Service-Signature"), secret, time.Now().Unix()) {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if _, known := seen.LoadOrStore(r.Header.Get("X-Service-Delivery"), true); !known {
		// A slow answer counts as a failure: the work goes on after it.
		go handle(r.Header.Get("X-Service-Event"), rawBody)
	}
	w.WriteHeader(http.StatusNoContent)
}

func handle(kind string, rawBody []byte) {
	// Five kinds of event come as a list of one, step.completed as the object alone.
	if !bytes.HasPrefix(rawBody, []byte("[")) {
		rawBody = []byte("[" + string(rawBody) + "]")
	}
	var events []map[string]any
	if err := json.Unmarshal(rawBody, &events); err != nil {
		log.Println(kind, err)
		return
	}
	for _, event := range events {
		log.Println(kind, event)
	}
}

// WEBHOOK_SECRET=whsec_… go run receiver.go
func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	log.Fatal(http.ListenAndServe(":"+port, http.HandlerFunc(receive)))
}
