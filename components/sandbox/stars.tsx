/** @jsxImportSource preact */
import type { Locale } from '@/server/messages/locale'
import { translator } from '@/server/messages/messages'

const SHAPE =
  'M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z'

const RATINGS = [1, 2, 3, 4, 5]

/** SVG symbol, rendered once per page and referenced by every star. */
export const StarShape = () => (
  <svg class="shape" width="0" height="0" aria-hidden="true">
    <symbol id="star" viewBox="0 0 24 24">
      <path d={SHAPE} />
    </symbol>
  </svg>
)

/** Five stars, filled by shape and not by color alone; fractions fill partially. */
function StarRow({ rating }: { rating: number }) {
  return RATINGS.map((value) => <Star key={value} share={Math.min(Math.max(rating - value + 1, 0), 1)} />)
}

export function Stars({ rating, locale }: { rating: number; locale: Locale }) {
  return (
    <span class="stars" role="img" aria-label={translator(locale, 'sandbox')('stars', { count: rating })}>
      <StarRow rating={rating} />
    </span>
  )
}

/** Decorative: the number is shown beside it. */
export const AverageStars = ({ average }: { average: number }) => (
  <span class="stars" aria-hidden="true">
    <StarRow rating={average} />
  </span>
)

function Star({ share }: { share: number }) {
  return (
    <svg class={share === 1 ? 'star full' : 'star'} viewBox="0 0 24 24" aria-hidden="true">
      <use href="#star" />
      {share > 0 && share < 1 && (
        <>
          <clipPath id="part">
            <rect width={Math.round(24 * share)} height="24" />
          </clipPath>
          <use class="full" href="#star" clip-path="url(#part)" />
        </>
      )}
    </svg>
  )
}

export type StarsFieldProps = { locale: Locale; value: string; fault: string | undefined; isToGoTo: boolean }

export function StarsField({ locale, value, fault, isToGoTo }: StarsFieldProps) {
  const t = translator(locale, 'sandbox')
  return (
    <fieldset
      class="rating"
      role="radiogroup"
      aria-required="true"
      aria-invalid={fault ? 'true' : undefined}
      aria-describedby={fault ? 'rating-fault' : undefined}
    >
      <legend>{t('form.stars')}</legend>
      <div class="pick">
        {RATINGS.map((rating) => (
          <label key={rating}>
            <input
              type="radio"
              name="rating"
              value={rating}
              required
              checked={value === String(rating)}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- only in a form that comes back: where it has to be fixed
              autoFocus={isToGoTo && rating === 1}
            />
            <Star share={0} />
            <span class="unseen">{t('form.star', { count: rating })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
