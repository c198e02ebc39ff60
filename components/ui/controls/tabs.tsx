import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { TAB_LIST_STYLE, TAB_STYLE } from './tab-style'

export type TabsProps = {
  label: string
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[]
}

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <Radix.Root className="min-w-0" defaultValue={tabs[0]?.value ?? ''}>
      <Radix.List aria-label={label} className={TAB_LIST_STYLE}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={TAB_STYLE}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
