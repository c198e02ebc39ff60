import { Missing } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function MissingSurvey() {
  return <Missing kind="survey" elsewhere={await elsewhere()} />
}
