import { serve } from 'inngest/next'
import { serveOptions } from '@/inngest/functions'
import { endpoint } from '@/server/api/endpoint'
import { forSigned, MAX_CALL_BYTES, refuseUnsigned } from '@/server/api/rest/verify-inngest-request'

export const runtime = 'nodejs'
export const dynamic = 'force-dynamic'
/** Seconds: the longest step sends one message or makes one delivery attempt. */
export const maxDuration = 60

const handlers = serve(serveOptions)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: forSigned(handlers.GET), POST: forSigned(handlers.POST), PUT: forSigned(handlers.PUT) },
  { maxBytes: MAX_CALL_BYTES, reads: 'first', admit: refuseUnsigned },
)
