import { serve } from 'inngest/next'
import { serveOptions } from '@/inngest/functions'
import { endpoint } from '@/server/api/endpoint'
import {
  MAX_INNGEST_REQUEST_BYTES,
  requireInngestSignatureHeader,
  withInvalidInngestCallLimit,
} from '@/server/api/rest/verify-inngest-request'

export const runtime = 'nodejs'
export const dynamic = 'force-dynamic'
/** Seconds: the longest step sends one message or makes one delivery attempt. */
export const maxDuration = 60

const handlers = serve(serveOptions)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: withInvalidInngestCallLimit(handlers.GET),
    POST: withInvalidInngestCallLimit(handlers.POST),
    PUT: withInvalidInngestCallLimit(handlers.PUT),
  },
  { maxBytes: MAX_INNGEST_REQUEST_BYTES, authorize: requireInngestSignatureHeader },
)
