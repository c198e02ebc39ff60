import { Missing } from '@/components/shell/not-found-page'
import { MissingForStrangers } from '@/components/shell/public-not-found-page'
import { getPrincipal } from '@/server/api/session/session'

export default async function PageNotFound() {
  return (await getPrincipal()) === null ? <MissingForStrangers /> : <Missing />
}
