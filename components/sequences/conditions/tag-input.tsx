import { useId, useState } from 'react'
import { trpc } from '@/components/trpc'
import { Input, type InputProps } from '@/components/ui/controls/input'

/** A tag of contacts: typed, or one of those that contacts have. */
export function TagInput(props: InputProps) {
  const id = useId()
  const [tags, setTags] = useState<readonly string[] | null>(null)

  function loadTags() {
    if (tags !== null) return
    setTags([])
    // Without suggestions the tag is typed.
    trpc.contacts.tags.query().then(
      ({ data }) => setTags(data),
      () => setTags(null),
    )
  }

  return (
    <>
      <Input {...props} list={id} maxLength={50} autoComplete="off" onFocus={loadTags} />
      <datalist id={id}>
        {tags?.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
    </>
  )
}
