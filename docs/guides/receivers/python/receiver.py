import hashlib
import hmac
import json
import os
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 300


def is_genuine(raw_body: bytes, header: str, secret: str, now: float = None) -> bool:
    """Whether these bytes were signed with the secret, within the accepted time."""
    sent_at, given = "", []
    for part in (header or "").split(","):
        name, _, value = part.strip().partition("=")
        if name == "t":
            sent_at = value
        elif name == "v1":
            given.append(value.encode())
    now = time.time() if now is None else now
    if not re.fullmatch("[0-9]{1,12}", sent_at) or abs(int(now) - int(sent_at)) > TOLERANCE_SECONDS:
        return False
    signed = sent_at.encode() + b"." + raw_body
    wanted = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode()
    # While a secret is being replaced there are two signatures; one that fits is enough.
    return any(hmac.compare_digest(signature, wanted) for signature in given)


# In production a table with a unique column, which outlives a restart: keep the body there too, then answer.
seen, lock = set(), threading.Lock()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The bytes as they came. Parsed and written again, they would be others.
        raw_body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        header = self.headers.get("X-Service-Signature", "")
        genuine = is_genuine(raw_body, header, os.environ["WEBHOOK_SECRET"])
        delivery = self.headers.get("X-Service-Delivery")
        with lock:
            is_new = genuine and delivery not in seen
            if is_new:
                seen.add(delivery)
        # Answer first, work afterwards: a slow answer counts as a failure.
        self.send_response(204 if genuine else 400)
        self.end_headers()
        self.wfile.flush()
        if not is_new:
            return
        # Five kinds of event come as a list of one, step.completed as the object alone.
        body = json.loads(raw_body)
        for event in body if isinstance(body, list) else [body]:
            print(self.headers.get("X-Service-Event"), event, flush=True)


# WEBHOOK_SECRET=whsec_… python3 receiver.py
if __name__ == "__main__":
    ThreadingHTTPServer(("", int(os.environ.get("PORT", 4000))), Receiver).serve_forever()
