import { toHtmlResponse } from '@/app/(survey)/to-http-response'
import { endpoint } from '@/server/api/endpoint'
import { previewSurvey } from '@/server/api/pages/survey-preview'
import { MAX_BODY_BYTES } from '@/server/api/request-body'

async function preview(request: Request): Promise<Response> {
  const page = await previewSurvey(request)
  if ('status' in page) return new Response(null, { status: page.status })
  return toHtmlResponse(200, page, { path: '', isPreview: true })
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: preview },
  { maxBytes: MAX_BODY_BYTES, readsBody: 'itself' },
)
