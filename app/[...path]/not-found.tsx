import { NotFoundPage } from '@/components/shell/not-found-page'
import { PublicNotFoundPage } from '@/components/shell/public-not-found-page'
import { getPrincipal } from '@/server/api/session/session'

export default async function UnknownPathNotFound() {
  return (await getPrincipal()) === null ? <PublicNotFoundPage /> : <NotFoundPage />
}
