import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reviewSettingsQuery } from '../../api/queries.ts'
import { setPreferences, usePreferences } from '../../preferences.ts'
import { useOrg } from '../../session/use-org.ts'
import { storeTheme, type Theme, useTheme } from '../../shell/theme.ts'
import { Card } from '../../ui/card.tsx'
import { CheckBox } from '../../ui/fields/check-box.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { setSingleKeys, singleKeysAreOn } from '../../ui/use-keys.ts'

const THEMES: { value: Theme; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
const ZONES = [
  { value: 'utc', label: 'UTC' },
  { value: 'local', label: 'The zone of this browser' },
] as const

/** What one person wants, in this browser; it takes effect as it is chosen. */
export function PersonalCard() {
  const { toscan, orgId } = useOrg()
  const isForAll = useQuery(reviewSettingsQuery(toscan, orgId)).data?.wellbeing.blur_pictures === true
  const { blurPictures, timeZone } = usePreferences()
  const theme = useTheme()
  const [hasKeys, setHasKeys] = useState(singleKeysAreOn)
  return (
    <Card title="For you, in this browser">
      <div className="flex flex-col gap-4">
        <div className="flex flex-col">
          <CheckBox
            isSelected={blurPictures || isForAll}
            isDisabled={isForAll}
            onChange={(isOn) => setPreferences({ blurPictures: isOn })}
          >
            Blur pictures and take their colour until I ask for them
          </CheckBox>
          {isForAll && <p className="text-xs text-muted">The organization wants that for everybody.</p>}
          <CheckBox
            isSelected={hasKeys}
            onChange={(isOn) => {
              setHasKeys(isOn)
              setSingleKeys(isOn)
            }}
          >
            Single keys (j, k, x, …) do something
          </CheckBox>
          <p className="text-xs text-muted">Switch them off if you speak to your computer.</p>
        </div>
        <Select
          label="Appearance"
          options={THEMES}
          value={theme}
          onChange={(chosen) => {
            storeTheme(chosen)
          }}
        />
        <div className="flex flex-col gap-1">
          <Select
            label="Times in lists"
            options={ZONES}
            value={timeZone}
            onChange={(chosen) => setPreferences({ timeZone: chosen })}
          />
          <p className="text-xs text-muted">Filters and reports stay in UTC, as the interface has them.</p>
        </div>
      </div>
    </Card>
  )
}
