import { ErrorBody, Statement, ValidationErrorBody } from '../../../sdk/contract.ts'
import { statementLanguages, statementTemplates } from '../../statements/templates.ts'
import { writeStatement } from '../../statements/write-statement.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { statementQuery } from '../requests/review-requests.ts'
import { readReview, scanToReview } from './apply-review.ts'

const DEFAULT_LANGUAGE = 'en'

export const getStatement = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/scans/:scan_id/statement',
    summary: 'Draft the statement of reasons of a decided scan',
    description:
      'What may be said to the creator: decision, facts, ground, automated means and redress (Article 17(3) of the Digital Services Act). A draft: what stands in brackets (`blanks`) only a person knows. Where anything endangers a child it holds no details.',
    tag: 'Reviews',
    access: 'session',
    query: statementQuery(statementLanguages()),
    answers: { 200: Statement, 404: ErrorBody, 409: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, params, query }) {
      const scan = await scanToReview(ctx.db, caller.orgId, params.scan_id)
      const { decision, findings } = await readReview(ctx.db, scan.scan_id, null)
      if (!decision || !scan.report) throw new Refusal(409, 'Nobody has decided on this scan')
      const language = query.language ?? DEFAULT_LANGUAGE
      const template = statementTemplates().get(language)
      if (!template) throw new Refusal(409, `There is no statement in ${language}`)
      const written = writeStatement(
        {
          profileUrl: scan.profile_url,
          scannedAt: scan.processing_completed_at ?? scan.created_at,
          decidedAt: decision.at,
          decision: decision.decision,
          // Written by this program only; its shape was checked on the way in.
          report: JSON.parse(scan.report),
          rejected: findings.filter(({ verdict }) => verdict === 'rejected').map(({ code }) => code),
        },
        template,
        language,
      )
      const languages = [...statementTemplates()].map(([id, { name }]) => ({ language: id, name }))
      return { scan_id: scan.scan_id, decision: decision.decision, language, languages, ...written }
    },
  })
