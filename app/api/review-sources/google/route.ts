import { endpoint } from '@/server/api/endpoint'
import { handleGoogleReviewsCallback } from '@/server/api/session/google-reviews-callback'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: (request) => handleGoogleReviewsCallback(request),
})
