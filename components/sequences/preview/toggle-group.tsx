import { Button } from '@/components/ui/controls/button'

type ToggleGroupProps<Value extends string> = {
  label: string
  value: Value | null
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string }[]
}

/** A choice between few views. */
export function ToggleGroup<Value extends string>({ label, value, onChange, options }: ToggleGroupProps<Value>) {
  return (
    <div role="group" aria-label={label} className="flex gap-1">
      {options.map((option) => (
        <Button
          key={option.value}
          size="small"
          variant={option.value === value ? 'secondary' : 'ghost'}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </Button>
      ))}
    </div>
  )
}
