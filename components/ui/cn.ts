import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({
  extend: {
    // Our scale names sizes by number; unknown to the library they would count as colours and be dropped.
    theme: {
      text: ['12', '13', '14', '16', '20', '28', '40'],
      radius: ['mark', 'control', 'card'],
      shadow: ['float'],
    },
  },
})

/** Joins class names; of two that say different things about the same property the last one stays. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
