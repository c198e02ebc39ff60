import { htmlAnswer } from '@/app/(survey)/answer'
import { previewSurvey } from '@/server/api/preview'

/** The public page of the draft in the body, for the editor's frame. */
export async function POST(request: Request): Promise<Response> {
  const preview = await previewSurvey(request)
  if ('status' in preview) return new Response(null, { status: preview.status })
  return htmlAnswer(200, preview, { path: '', isPreview: true })
}
