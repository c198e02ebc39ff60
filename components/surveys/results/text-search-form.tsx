import { RESPONSES_PATH } from '@/components/responses/response-urls'
import { Button } from '@/components/ui/controls/button'
import { Input } from '@/components/ui/controls/input'

type TextSearchFormProps = {
  /** Filters of the list of responses. */
  params: readonly (readonly [name: string, value: string])[]
  label: string
  action: string
}

/** Searches texts in the list of responses; works without scripts. */
export function TextSearchForm({ params, label, action }: TextSearchFormProps) {
  return (
    <form action={RESPONSES_PATH} className="flex gap-2">
      {params.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Input type="search" name="search" required aria-label={label} placeholder={label} />
      <Button type="submit">{action}</Button>
    </form>
  )
}
