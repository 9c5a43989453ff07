"""The doctor: an adapter examined step by step, and its mistake named in words for a beginner."""
