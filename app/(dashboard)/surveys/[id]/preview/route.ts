import { toPublicPageHtmlResponse } from '@/app/(survey)/to-public-page-response'
import { unbufferedEndpoint } from '@/server/api/endpoint'
import { previewSurvey } from '@/server/api/pages/survey-preview'

async function preview(request: Request): Promise<Response> {
  const page = await previewSurvey(request)
  if ('status' in page) return new Response(null, { status: page.status })
  return toPublicPageHtmlResponse(200, page, { path: '', isPreview: true })
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint({ POST: preview })
