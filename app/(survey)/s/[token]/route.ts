import { answerSurvey, viewSurvey } from '@/server/api/public'
import { httpAnswer } from '../../answer'

type Context = { params: Promise<{ token: string }> }

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return httpAnswer(await viewSurvey((await params).token, request), request)
}

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return httpAnswer(await answerSurvey((await params).token, request), request)
}
