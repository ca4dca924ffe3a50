/** What the browser offers, where it knows Trusted Types. */
interface PolicyMaker {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string },
  ): { createHTML(text: string): string }
}

let toHtml: ((text: string) => string) | undefined

/**
 * The document of a stored page, which runs nothing and loads nothing and is never attached to ours. The only place that may
 * make a document of a text: the policy has the name that `src/api/dashboard.ts` allows.
 */
export function parseStoredPage(source: string): Document {
  toHtml ??= makeToHtml()
  return new DOMParser().parseFromString(toHtml(source), 'text/html')
}

function makeToHtml(): (text: string) => string {
  const maker: PolicyMaker | undefined = Reflect.get(globalThis, 'trustedTypes')
  const policy = maker?.createPolicy('toscan-stored-page', { createHTML: (text) => text })
  return policy ? (text) => policy.createHTML(text) : (text) => text
}
