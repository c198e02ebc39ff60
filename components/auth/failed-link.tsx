/** @jsxImportSource preact */
import { FaultIcon } from '../document/icons'
import { Heading } from './heading'

/** Where it could not be found out what a mailed link is good for. */
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
