'use client'

import { type Control, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { CodeBlock } from '@/components/ui/content/code-block'
import { Select } from '@/components/ui/controls/select'
import { FormField } from '@/components/ui/forms/form'
import { RECIPE_NAMES, RECIPES, type RecipeName } from '@/server/sequences/trigger-addresses/recipes/constants'
import type { TriggerValues } from './trigger-form-values'

type RecipeFieldsProps = { control: Control<TriggerValues>; onChosen: (recipe: RecipeName) => void }

export function RecipeFields({ control, onChosen }: RecipeFieldsProps) {
  const t = useTranslations('trigger')
  const recipe = useWatch({ control, name: 'recipe' })
  const { body } = RECIPES[recipe]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FormField control={control} name="recipe" errorPath="settings.recipe" label={t('system.label')}>
        {(field) => (
          <Select
            {...field}
            onChange={(event) => {
              field.onChange(event)
              onChosen(event.target.value as RecipeName)
            }}
            options={RECIPE_NAMES.map((value) => ({ value, label: t(`recipes.${value}`) }))}
          />
        )}
      </FormField>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <p className="text-13 font-medium">{t('system.steps')}</p>
        <ol className="grid max-w-[65ch] list-decimal gap-1.5 pl-5 text-14 text-ink-soft">
          {t(`steps.${recipe}`)
            .split('\n')
            .map((step) => (
              <li key={step}>{step}</li>
            ))}
        </ol>
      </div>
      {body !== null && <CodeBlock title={t('system.body')} code={body} />}
    </div>
  )
}
