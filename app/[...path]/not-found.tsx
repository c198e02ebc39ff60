import { Missing } from '@/components/shell/missing'
import { MissingForStrangers } from '@/components/shell/missing-for-strangers'
import { getPrincipal } from '@/server/api/session/session'

export default async function PageNotFound() {
  return (await getPrincipal()) === null ? <MissingForStrangers /> : <Missing />
}
