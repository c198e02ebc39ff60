'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { Language } from '@/server/validation/schema'
import type { StoredSurvey } from './survey-draft'

// Apart from the page of a new survey.
const SurveyFileForm = dynamic(() => import('./survey-file-form').then((module) => module.SurveyFileForm))
const SurveyEditor = dynamic(() => import('./survey-editor').then((module) => module.SurveyEditor))

/** A new survey from a file. Nothing is stored before it is saved in the editor. */
export function SurveyImport({ language }: { language: Language }) {
  const [survey, setSurvey] = useState<StoredSurvey | null>(null)
  return survey ? (
    <SurveyEditor language={language} template={survey} />
  ) : (
    <SurveyFileForm onRead={(content) => setSurvey(content)} />
  )
}
