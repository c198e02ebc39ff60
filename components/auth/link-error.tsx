/** @jsxImportSource preact */
import { FaultIcon } from '../static-page/icons'
import { Heading } from './page-heading'

export function FailedLink({ title, message }: { title: string; message: string | undefined }) {
  return (
    <>
      <Heading title={title} />
      <div class="callout negative" role="alert">
        <FaultIcon />
        <p>{message}</p>
      </div>
    </>
  )
}
