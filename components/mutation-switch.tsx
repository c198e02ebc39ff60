'use client'

import { useState } from 'react'
import { Checkbox } from './ui/controls/checkbox'
import { useMutationAction } from './use-mutation-action'

type MutationSwitchProps = { label: string; isOn: boolean; onSwitch: (on: boolean) => Promise<{ success: string }> }

/** Shows the new state at once, and the old one again if the mutation fails. */
export function MutationSwitch({ label, isOn, onSwitch }: MutationSwitchProps) {
  const { run } = useMutationAction()
  const [optimisticOn, setOptimisticOn] = useState<boolean | null>(null)
  return (
    <span className="relative z-1 inline-flex">
      <Checkbox
        role="switch"
        aria-checked={optimisticOn ?? isOn}
        aria-label={label}
        checked={optimisticOn ?? isOn}
        onChange={(on) => {
          setOptimisticOn(on)
          run(
            () => onSwitch(on),
            () => setOptimisticOn(null),
          )
        }}
      />
    </span>
  )
}
