package main

// Ids of the English shelves that were added to the shop later.
const (
	categorySleeping int64 = 300
	categoryClothing int64 = 301
	categoryKitchen  int64 = 302
	categoryRepair   int64 = 303
)

// shelfProducts are the products of the shelves for sleeping, clothing, kitchen and repair. Those for sleeping are chosen so that
// "which of them under 200 are in stock?" is a question worth asking: 1049.00 is less than 200 as text, 200.00 is not under 200,
// and an availability can be a default.
func shelfProducts() []product {
	return append(append(sleeping(), clothing()...), append(kitchen(), spares()...)...)
}

func sleeping() []product {
	return []product{
		{
			id: 304, category: categorySleeping, price: "289.00", stock: "In stock", sku: "MG-B-105", order: "10", colors: "Green||Blue", rating: "4.7",
			weight: 980, release: "19-05-2025 00:00:00", tags: []string{"3-season", "bestseller"}, related: []int64{308, 312},
			created: day(2025, 5, 12), edited: day(2026, 1, 14),
		},
		{
			id: 305, category: categorySleeping, price: "219.00", sku: "MG-B-100", order: "20", colors: "Green", rating: "4.5",
			weight: 690, release: "19-05-2025 00:00:00", tags: []string{"ultralight"}, related: []int64{312},
			created: day(2025, 5, 12), edited: day(2025, 5, 12),
		},
		{
			id: 306, category: categorySleeping, price: "1049.00", stock: "In stock", sku: "MG-B-130", order: "30", colors: "Orange", rating: "4.9",
			weight: 2150, release: "20-10-2025 00:00:00", tags: []string{"winter"}, related: []int64{12, 308},
			created: day(2025, 10, 6), edited: day(2025, 10, 6),
		},
		{
			id: 307, category: categorySleeping, price: "89.00", stock: "In stock", sku: "MG-B-070", colors: "Blue||Orange", rating: "4.3",
			weight: 740, release: "16-06-2025 00:00:00", tags: []string{"family"},
			created: day(2025, 6, 2), edited: day(2025, 6, 2),
		},
		{
			id: 308, category: categorySleeping, price: "119.00", sku: "MG-M-042", order: "40", colors: "Green||Sand", rating: "4.4",
			weight: 460, release: "19-05-2025 00:00:00", tags: []string{"3-season", "ultralight"}, related: []int64{311},
			created: day(2025, 5, 12), edited: day(2025, 12, 8),
		},
		{
			id: 309, category: categorySleeping, price: "200.00", stock: "In stock", sku: "MG-M-084", order: "50", colors: "Sand", rating: "4.0",
			weight: 890, release: "25-08-2025 00:00:00", tags: []string{"family"},
			created: day(2025, 8, 18), edited: day(2025, 8, 18),
		},
		{
			id: 310, category: categorySleeping, price: "34.50", sku: "MG-M-010", order: "60", colors: "Black||Green", rating: "3.8",
			weight: 410, release: "10-02-2025 00:00:00", tags: []string{"winter", "day-trip"},
			created: day(2025, 2, 3), edited: day(2025, 2, 3),
		},
		{
			id: 311, category: categorySleeping, price: "24.90", stock: "In stock", sku: "MG-A-001", colors: "Blue||Sand", rating: "4.6",
			weight: 80, release: "15-09-2025 00:00:00", tags: []string{"ultralight", "travel"},
			created: day(2025, 9, 8), edited: day(2025, 9, 8),
		},
		{
			id: 312, category: categorySleeping, price: "49.00", stock: "Sold out", sku: "MG-A-002", colors: "Sand", rating: "4.2",
			weight: 120, release: "15-09-2025 00:00:00", tags: []string{"ultralight", "travel"},
			created: day(2025, 9, 8), edited: day(2026, 2, 9),
		},
	}
}

func clothing() []product {
	return []product{
		{
			id: 313, category: categoryClothing, price: "179.00", stock: "In stock", sku: "MG-C-010", order: "10", colors: "Green||Orange||Black", rating: "4.5",
			weight: 320, release: "07-04-2025 00:00:00", tags: []string{"rain", "bestseller"}, related: []int64{314},
			created: day(2025, 3, 31), edited: day(2026, 1, 20),
		},
		{
			id: 314, category: categoryClothing, price: "119.00", stock: "In stock", sku: "MG-C-011", order: "20", colors: "Black", rating: "4.1",
			weight: 240, release: "07-04-2025 00:00:00", tags: []string{"rain"}, related: []int64{313},
			created: day(2025, 3, 31), edited: day(2025, 3, 31),
		},
		{
			id: 315, category: categoryClothing, price: "69.00", sku: "MG-C-020", order: "30", colors: "Blue||Sand", rating: "4.7",
			weight: 170, release: "09-10-2025 00:00:00", tags: []string{"wool", "travel"}, related: []int64{316},
			created: day(2025, 9, 29), edited: day(2025, 10, 9),
		},
		{
			id: 316, category: categoryClothing, price: "59.00", stock: "Sold out", sku: "MG-C-021", order: "40", colors: "Blue", rating: "4.4",
			weight: 180, release: "09-10-2025 00:00:00", tags: []string{"wool", "winter"}, related: []int64{315},
			created: day(2025, 9, 29), edited: day(2026, 1, 30),
		},
		{
			id: 317, category: categoryClothing, price: "25.00", stock: "In stock", sku: "MG-C-030", colors: "Black||Orange", rating: "4.8",
			weight: 60, release: "09-10-2025 00:00:00", tags: []string{"wool", "winter"},
			created: day(2025, 9, 29), edited: day(2025, 9, 29),
		},
		{
			id: 318, category: categoryClothing, price: "39.00", stock: "In stock", sku: "MG-C-031", colors: "Black", rating: "4.0",
			weight: 95, release: "09-10-2025 00:00:00", tags: []string{"winter"},
			created: day(2025, 9, 29), edited: day(2025, 9, 29),
		},
		{
			id: 319, category: categoryClothing, price: "99.00", stock: "In stock", sku: "MG-C-040", order: "50", colors: "Green||Sand", rating: "4.3",
			weight: 380, release: "28-04-2025 00:00:00", tags: []string{"trekking"},
			created: day(2025, 4, 22), edited: day(2025, 4, 22),
		},
		{
			id: 320, category: categoryClothing, price: "69.00", stock: "Pre-order", sku: "MG-C-041", order: "60", colors: "Green||Sand",
			weight: 250, release: "04-05-2026 00:00:00", tags: []string{"new", "trekking"},
			created: day(2026, 2, 9), edited: day(2026, 2, 9),
		},
		{
			id: 321, category: categoryClothing, price: "249.00", stock: "In stock", sku: "MG-C-050", order: "70", colors: "Orange||Black", rating: "4.6",
			weight: 360, release: "10-11-2025 00:00:00", tags: []string{"winter", "ultralight"},
			created: day(2025, 11, 3), edited: day(2025, 11, 10),
		},
	}
}

func kitchen() []product {
	return []product{
		{
			id: 322, category: categoryKitchen, price: "29.00", stock: "In stock", sku: "MG-K-090", order: "10", colors: "Black", rating: "4.5",
			weight: 140, release: "03-03-2025 00:00:00", tags: []string{"ultralight"}, related: []int64{18, 324},
			created: day(2025, 2, 24), edited: day(2025, 2, 24),
		},
		{
			id: 323, category: categoryKitchen, price: "64.00", stock: "In stock", sku: "MG-K-300", order: "20", colors: "Black", rating: "4.2",
			weight: 620, release: "03-03-2025 00:00:00", tags: []string{"family"}, related: []int64{19},
			created: day(2025, 2, 24), edited: day(2025, 2, 24),
		},
		{
			id: 324, category: categoryKitchen, price: "9.90", sku: "MG-K-001", colors: "Black", rating: "4.9",
			weight: 17, release: "03-03-2025 00:00:00", tags: []string{"ultralight", "bestseller"},
			created: day(2025, 2, 24), edited: day(2025, 2, 24),
		},
		{
			id: 325, category: categoryKitchen, price: "14.50", stock: "In stock", sku: "MG-K-002", colors: "Green||Orange||Blue", rating: "4.4",
			weight: 95, release: "03-03-2025 00:00:00", tags: []string{"family"},
			created: day(2025, 2, 24), edited: day(2025, 2, 24),
		},
		{
			id: 326, category: categoryKitchen, price: "18.00", stock: "In stock", sku: "MG-K-010", colors: "Green||Blue", rating: "4.6",
			weight: 150, release: "07-07-2025 00:00:00", tags: []string{"day-trip"},
			created: day(2025, 6, 30), edited: day(2025, 6, 30),
		},
		{
			id: 327, category: categoryKitchen, price: "27.50", stock: "Sold out", sku: "MG-K-060", colors: "Blue", rating: "4.1",
			weight: 110, release: "07-07-2025 00:00:00", tags: []string{"trekking", "family"},
			created: day(2025, 6, 30), edited: day(2025, 12, 15),
		},
		{
			id: 328, category: categoryKitchen, price: "79.00", stock: "In stock", sku: "MG-K-100", order: "30", colors: "Blue", rating: "4.7",
			weight: 310, release: "07-07-2025 00:00:00", tags: []string{"trekking"}, related: []int64{327},
			created: day(2025, 6, 30), edited: day(2025, 11, 17),
		},
		{
			id: 329, category: categoryKitchen, price: "16.00", stock: "In stock", sku: "MG-K-020", colors: "Orange", rating: "4.8",
			weight: 22, release: "24-11-2025 00:00:00", tags: []string{"new", "ultralight"},
			created: day(2025, 11, 17), edited: day(2025, 11, 24),
		},
		{
			id: 330, category: categoryKitchen, price: "32.00", stock: "In stock", sku: "MG-K-030", colors: "Black", rating: "4.0",
			weight: 60, release: "24-11-2025 00:00:00", tags: []string{"family"},
			created: day(2025, 11, 17), edited: day(2025, 11, 24),
		},
	}
}

func spares() []product {
	return []product{
		{
			id: 331, category: categoryRepair, price: "4.50", sku: "MG-R-001", colors: "Black", rating: "4.9",
			weight: 12, release: "20-01-2025 00:00:00", tags: []string{"repair"}, related: []int64{10},
			created: day(2025, 1, 13), edited: day(2025, 1, 13),
		},
		{
			id: 332, category: categoryRepair, price: "12.00", sku: "MG-R-002", colors: "Orange", rating: "4.5",
			weight: 96, release: "20-01-2025 00:00:00", tags: []string{"repair"},
			created: day(2025, 1, 13), edited: day(2025, 1, 13),
		},
		{
			id: 333, category: categoryRepair, price: "11.00", stock: "In stock", sku: "MG-R-003", colors: "Orange", rating: "4.2",
			weight: 60, release: "20-01-2025 00:00:00", tags: []string{"repair"},
			created: day(2025, 1, 13), edited: day(2025, 1, 13),
		},
		{
			id: 334, category: categoryRepair, price: "7.90", stock: "In stock", sku: "MG-R-004", colors: "Green||Orange||Sand", rating: "4.6",
			weight: 30, release: "20-01-2025 00:00:00", tags: []string{"repair", "bestseller"},
			created: day(2025, 1, 13), edited: day(2025, 1, 13),
		},
		{
			id: 335, category: categoryRepair, price: "8.90", stock: "Sold out", sku: "MG-R-005", rating: "4.3",
			weight: 28, release: "20-01-2025 00:00:00", tags: []string{"repair", "rain"},
			created: day(2025, 1, 13), edited: day(2026, 2, 16),
		},
		{
			id: 336, category: categoryRepair, price: "5.50", stock: "In stock", sku: "MG-R-006", colors: "Black", rating: "4.1",
			weight: 8, release: "20-01-2025 00:00:00", tags: []string{"repair"},
			created: day(2025, 1, 13), edited: day(2025, 1, 13),
		},
		{
			id: 337, category: categoryRepair, price: "6.00", stock: "In stock", sku: "MG-R-007", colors: "Black||Orange",
			weight: 20, release: "08-09-2025 00:00:00", tags: []string{"repair"}, related: []int64{22, 23},
			created: day(2025, 9, 8), edited: day(2025, 9, 8),
		},
		{
			id: 338, category: categoryRepair, price: "13.50", stock: "In stock", sku: "MG-R-008",
			weight: 120, release: "20-01-2025 00:00:00", tags: []string{"rain"}, deleted: true,
			created: day(2025, 1, 13), edited: day(2025, 10, 1),
		},
		{
			id: 339, category: categoryRepair, price: "39.00", stock: "In stock", sku: "MG-R-009", colors: "Green",
			weight: 210, release: "01-06-2026 00:00:00", tags: []string{"new", "repair"}, draft: true,
			created: day(2026, 2, 20), edited: day(2026, 2, 23),
		},
	}
}
