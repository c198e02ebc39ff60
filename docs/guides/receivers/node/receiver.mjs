import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const TOLERANCE_SECONDS = 300

/** Whether these bytes were signed with the secret, within the accepted time. */
export function isGenuine(rawBody, header, secret, now = Math.floor(Date.now() / 1000)) {
  let sentAt = ''
  const given = []
  for (const part of String(header ?? '').split(',')) {
    const [name, ...rest] = part.trim().split('=')
    const value = rest.join('=')
    if (name === 't') sentAt = value
    if (name === 'v1') given.push(Buffer.from(value))
  }
  if (!/^[0-9]{1,12}$/.test(sentAt) || Math.abs(now - Number(sentAt)) > TOLERANCE_SECONDS) return false
  const wanted = Buffer.from(createHmac('sha256', secret).update(`${sentAt}.`).update(rawBody).digest('hex'))
  // While a secret is being replaced there are two signatures; one that fits is enough.
  return given.some((signature) => signature.length === wanted.length && timingSafeEqual(signature, wanted))
}

/** In production a table with a unique column, which outlives a restart: keep the body there too, then answer. */
const seen = new Set()

async function receive(request, response) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  // The bytes as they came. Parsed and written again, they would be others.
  const rawBody = Buffer.concat(chunks)
  if (!isGenuine(rawBody, request.headers['x-service-signature'], process.env.WEBHOOK_SECRET)) {
    return response.writeHead(400).end()
  }
  const delivery = request.headers['x-service-delivery']
  const isNew = !seen.has(delivery)
  seen.add(delivery)
  // Answer first, work afterwards: a slow answer counts as a failure.
  response.writeHead(204).end()
  if (!isNew) return
  // Five kinds of event come as a list of one, step.completed as the object alone.
  const events = [JSON.parse(rawBody.toString('utf8'))].flat()
  for (const event of events) console.log(request.headers['x-service-event'], event)
}

// WEBHOOK_SECRET=whsec_… node receiver.mjs
if (process.argv[1] === import.meta.filename) {
  const server = createServer((request, response) => receive(request, response).catch(console.error))
  server.listen(Number(process.env.PORT ?? 4000))
}
