/** @jsxImportSource preact */
import { ErrorIcon } from '../static-page/icons'
import { PageHeading } from './page-heading'

export function LinkError({ title, message }: { title: string; message: string | undefined }) {
  return (
    <>
      <PageHeading title={title} />
      <div class="callout negative" role="alert">
        <ErrorIcon />
        <p>{message}</p>
      </div>
    </>
  )
}
