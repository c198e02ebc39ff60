import { Missing } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function PageNotFound() {
  return <Missing elsewhere={await elsewhere()} />
}
