/** @jsxImportSource preact */

/*
 * Drawn here, because emoji look different on every device and are missing on some. They take the colour of the text, also in forced colours.
 */

/** The mouth of each face, from very unhappy to very happy: a curve from (8, y) to (16, y) that bends to the second height. */
const MOUTHS = ['M8 17.5q4-5 8 0', 'M8 16.5q4-2.5 8 0', 'M8 15.5h8', 'M8 14.5q4 2.5 8 0', 'M8 14q4 5 8 0z']

/** @param level from 0, very unhappy, to 4 */
export function FaceIcon({ level }: { level: number }) {
  return (
    <svg class="icon" viewBox="0 0 24 24">
      <circle cx="12" cy="12" r="10" />
      <path d={`M9 9v.5M15 9v.5${MOUTHS[level]}`} />
    </svg>
  )
}

export function ThumbIcon({ isUp }: { isUp: boolean }) {
  return (
    <svg class="icon" viewBox="0 0 24 24">
      <path
        d="M7 11v9H4v-9zl4-7q2.5 0 2 3l-.5 3H19q2 0 1.5 2.5l-1.5 6Q18.5 20 17 20H7"
        transform={isUp ? undefined : 'matrix(1 0 0 -1 0 24)'}
      />
    </svg>
  )
}
