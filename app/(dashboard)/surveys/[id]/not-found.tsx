import { Missing } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function SurveyNotFound() {
  return <Missing kind="survey" elsewhere={await elsewhere()} />
}
