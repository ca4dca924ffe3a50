/** The lines of a harmless page, long enough that nobody takes it for a bio. */
export const HARBOUR_PAGE: readonly string[] = [
  'The harbour museum has opened its new rooms this week, and the first visitors came in spite of the rain.',
  'Its director says that the boats on the upper floor were brought in through the roof, one after the other.',
  'Children may touch the ropes and the sails, and there is a small workshop where they learn how knots are made.',
  'In the evening the lighthouse behind the building is lit again for the first time in almost sixty years.',
  'The town council has paid for most of it, and a society of friends of the museum has given the remaining sum.',
  'Whoever comes by train walks along the old quay, where the fish market used to stand before the war.',
  'A small room under the stairs shows photographs of the families who lived in the houses around the harbour.',
  'The museum is open from Tuesday to Sunday, and groups of more than ten people are asked to tell it before.',
  'Next year an exhibition about storms and the people who forecast them is to follow in the large hall.',
]
