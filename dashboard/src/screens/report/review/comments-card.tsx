import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { commentsQuery } from '../../../api/queries.ts'
import { dropWords, keptAbout } from '../../../kept-words.ts'
import { useOrg } from '../../../session/use-org.ts'
import { moment } from '../../../text/times.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { useKeeping } from '../../../use-keeping.ts'

/** What people say to each other about this scan. */
export function CommentsCard({
  scanId,
  name,
  isMinorSafety,
}: {
  scanId: string
  name: string
  isMinorSafety: boolean
}) {
  const { toscan, orgId, owner } = useOrg()
  const queries = useQueryClient()
  const query = useQuery(commentsQuery(toscan, orgId, scanId))
  const [text, setText] = useState(() => keptAbout(owner, { scanId, about: 'comment' })?.text ?? '')
  useKeeping({ scanId, name, about: 'comment', text, decision: null, reason: null }, !isMinorSafety)
  const [words, setWords] = useState('')
  const saying = useMutation({
    mutationFn: () => toscan.reviews.comment(scanId, text.trim()),
    onSuccess: ({ mentions }) => {
      setText('')
      dropWords(owner, { scanId, about: 'comment' })
      const told = mentions.map(({ email }) => email).join(', ')
      setWords(told ? `Said. Mentioned: ${told}.` : 'Said.')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [orgId, 'comments', scanId] }),
  })
  return (
    <Card title="Comments">
      <QueryView query={query} what="The comments" rows={2}>
        {({ comments }) => (
          <div className="flex flex-col gap-3">
            {comments.length > 0 && (
              <ol aria-label="Comments" className="flex flex-col gap-2.5">
                {comments.map((comment) => (
                  <li key={comment.comment_id}>
                    <p className="whitespace-pre-line [overflow-wrap:anywhere]">{comment.body}</p>
                    <p className="text-xs text-muted">
                      {comment.by.email} · {moment(comment.at)}
                    </p>
                  </li>
                ))}
              </ol>
            )}
            <Form
              className="flex flex-col items-start gap-2"
              data-print="no"
              onSubmit={() => {
                if (text.trim() !== '' && !saying.isPending) saying.mutate()
              }}
            >
              <div className="w-full">
                <TextField
                  label="Comment"
                  rows={2}
                  value={text}
                  onChange={setText}
                  isReadOnly={saying.isPending}
                  maxLength={4000}
                  description="@ with a name or address tells that person."
                />
              </div>
              <Button type="submit" size="small" isBusy={saying.isPending}>
                {saying.isPending ? 'Saying…' : 'Comment'}
              </Button>
              {saying.error && <Failure what="Not said" error={saying.error} />}
              <p role="status" className="text-xs text-muted">
                {words}
              </p>
            </Form>
          </div>
        )}
      </QueryView>
    </Card>
  )
}
