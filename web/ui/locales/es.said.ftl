page-model-says = El modelo dice
