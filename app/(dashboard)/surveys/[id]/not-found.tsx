import { Missing } from '@/components/shell/missing'

export default function MissingSurvey() {
  return <Missing kind="survey" />
}
