import type { EvidenceEntry } from '../../../../../sdk/contract.ts'

/** As much of an entry as a drawing shows. */
export type DrawnEntry = Pick<EvidenceEntry, 'ref' | 'domain' | 'outcome' | 'codes' | 'hop' | 'type'>

export interface LinkNode<Entry extends DrawnEntry = EvidenceEntry> {
  entry: Entry
  children: LinkNode<Entry>[]
}

/**
 * Who led to whom. An entry names the one that led to it (`via`); one that names none, or one that is not there, hangs below
 * the first entry, with its distance still told by `hop`. Screenshots belong to their pages and are left out.
 */
export function linkTree(entries: readonly EvidenceEntry[]): LinkNode[] {
  const pages = entries.filter((entry) => entry.type !== 'screenshot')
  const nodes = new Map(pages.map((entry) => [entry.ref, { entry, children: [] } as LinkNode]))
  const roots: LinkNode[] = []
  for (const [index, entry] of pages.entries()) {
    const node = nodes.get(entry.ref)
    if (!node) continue
    const parent = parentOf(entry, index === 0)
    if (parent) parent.children.push(node)
    else roots.push(node)
  }
  return roots

  function parentOf(entry: EvidenceEntry, isFirst: boolean): LinkNode | undefined {
    if (isFirst) return undefined
    const via = nodes.get(entry.via ?? '')
    // Evidence is numbered in order of discovery; what would lead back to itself is shown below the first.
    const isEarlier = via !== undefined && pages.indexOf(via.entry) < pages.indexOf(entry)
    return isEarlier ? via : nodes.get(pages[0]?.ref ?? '')
  }
}

/** All nodes, each with its depth, as they are read from top to bottom. */
export function flatten<Entry extends DrawnEntry>(
  nodes: readonly LinkNode<Entry>[],
  depth = 0,
): { node: LinkNode<Entry>; depth: number }[] {
  return nodes.flatMap((node) => [{ node, depth }, ...flatten(node.children, depth + 1)])
}

/** Those that count, with what leads to them: of a tree that is too large to draw, what is looked for in it. */
export function leadingToFlagged<Entry extends DrawnEntry>(
  nodes: readonly LinkNode<Entry>[],
): LinkNode<Entry>[] {
  return nodes.flatMap((node) => {
    const children = leadingToFlagged(node.children)
    return children.length > 0 || kindOf(node.entry) === 'flagged' ? [{ ...node, children }] : []
  })
}

/** What a node stands for in the drawing, few enough for a legend. */
export type NodeKind = 'profile' | 'page' | 'social' | 'search' | 'flagged' | 'unseen'

export function kindOf(entry: DrawnEntry): NodeKind {
  if (entry.outcome !== 'ok' && entry.outcome !== 'gone' && entry.outcome !== 'banned') return 'unseen'
  if (entry.codes.length > 0) return 'flagged'
  if (entry.hop === 0) return 'profile'
  if (entry.type === 'social_profile') return 'social'
  return entry.type === 'search_result' ? 'search' : 'page'
}
