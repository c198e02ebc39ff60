/** @jsxImportSource preact */
import { FaultIcon } from '../document/icons'
import { Heading } from './heading'

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
