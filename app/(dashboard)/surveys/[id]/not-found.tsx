import { Missing } from '@/components/shell/not-found-page'
import { elsewhere } from '@/server/api/pages/other-organization'

export default async function SurveyNotFound() {
  return <Missing kind="survey" elsewhere={await elsewhere()} />
}
